/** Which service types to ask about for the levels of care that somebody chose (product.md 2.8). What the answer says of them is read elsewhere. */
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { LEVELS_OF_CARE, type LevelOfCare } from './coverage/care-levels.ts';
import { PLAN_SERVICE_TYPE } from './coverage/plan-level.ts';

export type CareLevel = LevelOfCare['key'];

/** Where a service type comes from for a level: it is the level's own, stands near it, is wider, or is the plan as a whole. */
type Nearness = 'own' | 'near' | 'wider' | 'plan';
const WORTH: Readonly<Record<Nearness, number>> = { own: 4, near: 3, wider: 2, plan: 1 };

export interface AskedLevel {
  level: CareLevel;
  name: string;
  /** The service type that is asked for it; null where none can be. */
  code: string | null;
  nearness: Nearness | null;
  /** Own service types that the payer takes, yet does not answer about. */
  silent: string[];
}

export interface CareChoice {
  /** What is asked; never more than the payer takes, nor what it does not offer. */
  codes: string[];
  /** One of each level chosen, in our order. */
  levels: AskedLevel[];
}

interface Candidate {
  code: string;
  nearness: Nearness;
}

/** Best first. What the payer is silent about is no candidate. */
function candidatesOf({ own, near, wider }: LevelOfCare, canAsk: (code: string) => boolean): Candidate[] {
  const as = (nearness: Nearness, codes: readonly string[]) => codes.filter(canAsk).map((code) => ({ code, nearness }));
  return [...as('own', own), ...as('near', near), ...as('wider', wider), ...as('plan', [PLAN_SERVICE_TYPE])];
}

const bestOf = (candidates: readonly Candidate[], codes: readonly string[]): Candidate | null =>
  candidates.find(({ code }) => codes.includes(code)) ?? null;

/** How well the codes stand for all levels together. */
const worthOf = (levels: readonly (readonly Candidate[])[], codes: readonly string[]): number =>
  levels.reduce((sum, candidates) => {
    const best = bestOf(candidates, codes);
    // The earlier of equally near ones is the nearer.
    return sum + (best === null ? 0 : WORTH[best.nearness] + (candidates.length - candidates.indexOf(best)) / 100);
  }, 0);

/** The code that adds most; null where none adds anything. */
function nextCode(levels: readonly (readonly Candidate[])[], codes: readonly string[]): string | null {
  let best: { code: string; worth: number } | null = null;
  for (const { code } of levels.flat()) {
    const worth = worthOf(levels, [...codes, code]);
    if (worth > (best?.worth ?? worthOf(levels, codes))) best = { code, worth };
  }
  return best?.code ?? null;
}

/** At most `most` codes: as many levels as possible by their very service. What a later code makes needless is let go again. */
function fewestFor(levels: readonly (readonly Candidate[])[], most: number): string[] {
  let codes: string[] = [];
  for (let next = nextCode(levels, codes); next !== null && codes.length < most; next = nextCode(levels, codes)) {
    const all = [...codes, next];
    codes = all.filter((code) => levels.some((candidates) => bestOf(candidates, all)?.code === code));
  }
  return codes;
}

/** `field` is the payer's own for service types; `silent` are those that it takes and does not answer about. */
export function careChoice(
  chosen: readonly CareLevel[],
  field: Pick<PayerField, 'options' | 'multiple' | 'max_options'>,
  silent: readonly string[],
): CareChoice {
  const offered = new Set(field.options.map(({ id }) => id));
  const most = field.multiple ? (field.max_options ?? Number.POSITIVE_INFINITY) : 1;
  const wanted = LEVELS_OF_CARE.filter(({ key }) => chosen.includes(key));
  const canAsk = (code: string) => offered.has(code) && !silent.includes(code);
  const candidates = wanted.map((level) => candidatesOf(level, canAsk));
  const fewest = fewestFor(candidates, most);
  // In the order of the levels.
  const best = [...new Set(candidates.flatMap((each) => bestOf(each, fewest)?.code ?? []))];
  // The plan's own answer has what the services leave out.
  const hasPlan = wanted.length > 0 && offered.has(PLAN_SERVICE_TYPE) && best.length < most && !best.includes(PLAN_SERVICE_TYPE);
  const codes = hasPlan ? [PLAN_SERVICE_TYPE, ...best] : best;
  return {
    codes,
    levels: wanted.map(({ key, name, own }, index) => {
      const asked = bestOf(candidates[index] ?? [], codes);
      return {
        level: key,
        name,
        code: asked?.code ?? null,
        nearness: asked?.nearness ?? null,
        silent: own.filter((code) => offered.has(code) && silent.includes(code)),
      };
    }),
  };
}

/** What will be asked, in one line, and what must be known of it; names of services are the payer's. */
export function careChoiceWords(
  { codes, levels }: CareChoice,
  of: { payerName: string; field: Pick<PayerField, 'options' | 'multiple' | 'max_options'> },
): { asks: string; notes: string[] } {
  const label = (code: string) => `${of.field.options.find(({ id }) => id === code)?.name ?? code} (${code})`;
  const most = of.field.multiple ? of.field.max_options : 1;
  const note = ({ name, code, nearness, silent }: AskedLevel): string | null => {
    const why = silent.length > 0 ? `does not answer about ${silent.map(label).join(', ')}` : `has no own code for ${name}`;
    if (nearness === 'own') return null;
    if (code !== null) return `${of.payerName} ${why}; asks ${label(code)}.`;
    return most !== null && codes.length >= most
      ? `${of.payerName} takes ${most === 1 ? 'one service type' : `${most} service types`} at a time: ${name} is not asked.`
      : `${of.payerName} ${why}: ${name} is not asked.`;
  };
  return {
    asks: codes.length === 0 ? 'Asks: nothing yet' : `Asks: ${codes.map(label).join(', ')}`,
    notes: levels.map(note).filter((words) => words !== null),
  };
}
