/** Lines that must not be overlooked: not covered, excluded, limited, card lost, spend-down, payer could not say (product.md 10.2). */
import type { AuxiliaryBenefit, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, quantityText } from './amounts.ts';
import { compareDecimals } from './decimal.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning } from './warning-input.ts';

interface Prominent {
  type: string;
  severity: CoverageWarning['severity'];
  title: string;
  action: string;
  /** Wherever it is said, not only for behavioural services and the plan. */
  isAnywhere: boolean;
}

const PROMINENT: Prominent[] = [
  {
    type: 'I',
    severity: 'danger',
    title: 'Not covered',
    action: 'Do not rely on this benefit; ask the payer before services start.',
    isAnywhere: false,
  },
  {
    type: 'T',
    severity: 'warning',
    title: 'The card was reported lost or stolen',
    action: "Check the patient's identity and ask for the new card.",
    isAnywhere: true,
  },
  {
    type: 'Y',
    severity: 'warning',
    title: 'Spend-down: the patient owes an amount first',
    action: 'Ask the payer how much of it is met.',
    isAnywhere: true,
  },
  { type: 'E', severity: 'warning', title: 'Exclusions', action: 'Read what is excluded before services start.', isAnywhere: false },
  {
    type: 'O',
    severity: 'warning',
    title: 'Not deemed a medical necessity',
    action: 'Ask the payer what it needs to see.',
    isAnywhere: false,
  },
  { type: 'F', severity: 'info', title: 'Limits', action: 'Compare with the planned length of treatment.', isAnywhere: false },
  {
    type: 'V',
    severity: 'info',
    title: 'The payer could not answer',
    action: 'Another line may hold the answer; else call the payer.',
    isAnywhere: false,
  },
];

interface Said {
  line: AuxiliaryBenefit;
  name: string;
}

function wordsOf({ line, name }: Said): string {
  const parts = [
    line.network_code === 'noNetwork' ? null : line.network,
    line.amount === null ? null : amountText(line),
    line.quantity === null ? null : quantityText(line.quantity),
    line.period,
    ...line.delivery_information,
    line.text,
    ...line.payer_notes,
  ].filter((part) => part !== null);
  return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`;
}

/** Nothing left to spend is nothing to know first. */
const isSatisfied = (line: AuxiliaryBenefit) =>
  line.type_code.toUpperCase() === 'Y' && line.period_code === '29' && line.amount !== null && compareDecimals(line.amount, '0') === 0;

const NAMES_SHOWN = 4;

/** "Mental Health, Psychiatric and 3 more". */
function listNames(said: Said[]): string {
  const names = [...new Set(said.map(({ name }) => name))];
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? `${names.slice(0, NAMES_SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

function toWarning(prominent: Prominent, said: Said[]): CoverageWarning {
  return aWarning({
    kind: 'prominent-line',
    severity: prominent.severity,
    title: prominent.isAnywhere ? prominent.title : `${prominent.title}: ${listNames(said)}`,
    payer_words: [...new Set(said.map(wordsOf))],
    action: prominent.action,
    line_ids: said.flatMap(({ line }) => line.line_ids),
  });
}

/** Out of network alone is what many plans leave out, and less grave than not covered at all. */
const OUT_OF_NETWORK: Partial<Prominent> = {
  severity: 'warning',
  title: 'Not covered out of network',
  action: 'Use facilities in network, or ask for an exception.',
};

/** One warning for each sort of line, with what each of them says. */
export function prominentLineWarnings(plan: Plan): CoverageWarning[] {
  return PROMINENT.flatMap((prominent) => {
    const groups = plan.benefit_groups.filter(
      (group) => prominent.isAnywhere || isBehavioural(group.code) || group.code === '30' || group.code === null,
    );
    const said = groups.flatMap((group) =>
      Object.values(group.auxilary)
        .flat()
        .filter((line) => line.type_code.toUpperCase() === prominent.type && !isSatisfied(line))
        .map((line): Said => ({ line, name: group.name })),
    );
    const isOut = ({ line }: Said) => prominent.type === 'I' && line.network_code === 'outOfNetwork';
    const [inside, outside] = [said.filter((each) => !isOut(each)), said.filter(isOut)];
    return [
      ...(inside.length === 0 ? [] : [toWarning(prominent, inside)]),
      ...(outside.length === 0 ? [] : [toWarning({ ...prominent, ...OUT_OF_NETWORK }, outside)]),
    ];
  });
}
