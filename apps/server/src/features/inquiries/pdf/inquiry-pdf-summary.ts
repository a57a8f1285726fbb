/** The answer on one sheet, in alternatives from the fullest to the barest (docs/product.md 7.6, 10.14). */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { checkedWords, instantDay, patientFacts, patientLine } from '@coverlight/domain/inquiries/answer-words.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { answerSentence } from '@coverlight/domain/inquiries/coverage/answer-sentence.ts';
import { shownUnder, type BenefitFilter } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { behaviouralAdministrators } from '@coverlight/domain/inquiries/coverage/carve-out.ts';
import { otherPlans, planName } from '@coverlight/domain/inquiries/coverage/chart-lines.ts';
import { levelsOfCare } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { countKnown, openQuestions, phonesToAsk } from '@coverlight/domain/inquiries/coverage/open-questions.ts';
import { planDifferences } from '@coverlight/domain/inquiries/coverage/plan-differences.ts';
import { planFacts } from '@coverlight/domain/inquiries/coverage/plan-words.ts';
import { readingOf, seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import type { Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import {
  laterPayerWords,
  medicalPlanWords,
  phoneWords,
  SEVERITY_WORDS,
  toldWarnings,
  unknownWords,
  warningLine,
} from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { expiredNotice } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { heading, paragraph, type Block, type Cell, type PrintedSheet } from './inquiry-pdf-document.ts';
import { urgentLine, type PrintedChanges } from './inquiry-pdf-changes.ts';
import { filterWords } from './inquiry-pdf-filter.ts';
import { NO_BENEFITS, NO_STATUS } from './inquiry-pdf-words.ts';
import { careTable, moneyTable } from './inquiry-pdf-summary-tables.ts';

/** How much of everything is let in. */
export interface Room {
  /** Of the size that text has on the pages that follow. */
  scale: number;
  warnings: number;
  warningLines: number;
  /** Of any other text. */
  lines: number;
  /** Of one cell; the others are counted. */
  values: number;
  questions: number;
  otherPlans: number;
}

const EVERYTHING: Room = { scale: 1, warnings: 12, warningLines: 2, lines: 3, values: 4, questions: 6, otherPlans: 4 };
const ROOMS: readonly Room[] = [
  EVERYTHING,
  { scale: 1, warnings: 8, warningLines: 2, lines: 2, values: 3, questions: 6, otherPlans: 3 },
  { scale: 0.92, warnings: 8, warningLines: 1, lines: 2, values: 3, questions: 6, otherPlans: 3 },
  { scale: 0.92, warnings: 8, warningLines: 1, lines: 2, values: 2, questions: 6, otherPlans: 2 },
  { scale: 0.86, warnings: 8, warningLines: 1, lines: 2, values: 2, questions: 6, otherPlans: 2 },
  { scale: 0.86, warnings: 6, warningLines: 1, lines: 1, values: 2, questions: 4, otherPlans: 2 },
  { scale: 0.82, warnings: 5, warningLines: 1, lines: 1, values: 2, questions: 3, otherPlans: 2 },
  { scale: 0.76, warnings: 2, warningLines: 1, lines: 1, values: 1, questions: 0, otherPlans: 1 },
];

interface ToSummarize {
  inquiry: Inquiry;
  changes: PrintedChanges | null;
  filter: BenefitFilter;
  zone: string;
  /** Where the reader finds what is cut or counted here: "on the next pages". */
  rest: string;
}

const more = (count: number, what: string, rest: string): Block[] =>
  count > 0 ? [paragraph(`${count} more ${what}, ${rest}`, 'muted')] : [];

/** Whom it is about, whether there is cover, and how fresh that is. */
function headBlocks({ inquiry, zone }: ToSummarize, { lines }: Room): Block[] {
  const { coverage, asked_under: askedUnder } = inquiry;
  const seen = seenStatus(inquiry, zone);
  const plan = coverage?.plan ?? null;
  const facts = plan === null ? [] : planFacts(plan).filter(({ label, value }) => PLAN_FACTS.has(label) && value !== null);
  return [
    heading(1, 'Eligibility and benefits'),
    paragraph(patientLine(patientFacts(inquiry)), 'strong', 2),
    ...(inquiry.status === 'expired'
      ? [{ kind: 'notice' as const, text: expiredNotice(instantDay(inquiry.answered_at ?? inquiry.created_at, zone)) }]
      : []),
    paragraph(`Status: ${seen?.label ?? 'No status returned'}`, 'strong', 2),
    ...(coverage === null ? [] : [paragraph(answerSentence(coverage, askedDay(inquiry, zone), readingOf(inquiry, zone)), 'plain', lines)]),
    ...(facts.length === 0 ? [] : [paragraph(facts.map(({ label, value }) => `${label} ${value}`).join(' · '), 'plain', lines)]),
    paragraph(checkedWords(inquiry, zone), 'plain', 2),
    ...(askedUnder === null ? [] : [paragraph(`Asked under ${askedUnder}; network facts may differ for your facility`, 'plain', lines)]),
  ];
}

const PLAN_FACTS = new Set(['Insurance type', 'Group', 'Plan dates', 'Coverage dates']);

function warningBlocks({ inquiry, changes, zone, rest }: ToSummarize, { warnings, warningLines }: Room): Block[] {
  const changed = changes === null ? null : urgentLine(changes, zone);
  const told = [
    ...(changed === null ? [] : [{ text: `${SEVERITY_WORDS.danger}: ${changed}`, isGrave: true }]),
    ...toldWarnings(inquiry.warnings).map((warning) => ({ text: warningLine(warning), isGrave: warning.severity === 'danger' })),
  ];
  if (told.length === 0) return [];
  const items = told
    .slice(0, warnings)
    .map(({ text, isGrave }): Cell => [{ text, tone: isGrave ? 'strong' : 'plain', maxLines: warningLines }]);
  const title = told.length === 1 ? '1 thing to know first' : `${told.length} things to know first`;
  return [
    heading(3, title),
    { kind: 'list', items },
    ...more(told.length - items.length, told.length - items.length === 1 ? 'thing' : 'things', rest),
  ];
}

interface PlanToSummarize extends Pick<ToSummarize, 'filter' | 'rest'> {
  warnings: Inquiry['warnings'];
  reading: Reading;
}

/** Money left, the levels of care and what is open, of one plan. */
export function planSummary(
  coverage: Coverage,
  plan: Plan,
  { warnings, filter, reading, rest }: PlanToSummarize,
  room: Room = EVERYTHING,
): Block[] {
  const shown = shownUnder(filter, plan);
  const companies = behaviouralAdministrators(coverage, plan);
  const rows = levelsOfCare({ coverage, plan });
  const known = countKnown(rows);
  const questions = openQuestions(rows);
  const phones = phonesToAsk(plan, companies).map(phoneWords);
  const asTold = reading.wasOn === null ? '' : `, as told for ${reading.wasOn}`;
  const call =
    phones.length === 0 ? 'The answer names no telephone number: call the one on the card.' : `Call ${phones.slice(0, 2).join(', ')}.`;
  const asked = questions.slice(0, room.questions);
  return [
    heading(3, `Money left${asTold}`),
    ...[...medicalPlanWords(companies.slice(0, 2)), ...laterPayerWords(warnings)].map((text) =>
      paragraph(text, 'plain', Math.min(2, room.lines)),
    ),
    moneyTable(plan, shown, room),
    heading(3, `Levels of care${asTold}`),
    careTable({ coverage, plan, shown }, room),
    { kind: 'legend', marks: LEGEND },
    paragraph(
      'Which service stands for which level is our suggestion. No authorization stated does not mean that none is required.',
      'muted',
    ),
    heading(3, `Known ${known.known} of ${known.of}: ${unknownWords(known)}`),
    ...(questions.length === 0 ? [] : [paragraph(call, 'plain', room.lines)]),
    ...(asked.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            items: asked.map(({ question, levels }): Cell => [
              { text: `${question} ${levels.join(', ')}`, tone: 'plain', maxLines: room.lines },
            ]),
          },
        ]),
    ...more(questions.length - asked.length, 'to ask', rest),
  ];
}

const LEGEND = [
  { mark: 'said', text: 'said for this level' },
  { mark: 'plan', text: 'for the plan only' },
  { mark: 'elsewhere', text: 'said for another service, or another company has the say' },
  { mark: 'refused', text: 'NOT COVERED' },
] as const;

function otherPlanBlocks(coverage: Coverage, plan: Plan, { inquiry, zone, rest }: ToSummarize, room: Room): Block[] {
  const others = otherPlans(coverage, plan);
  const reading = readingOf(inquiry, zone);
  const shown = others.slice(0, room.otherPlans).map((other) => {
    const differences = planDifferences(plan, other, reading);
    return paragraph(
      `Other plan, ${planName(other)}: ${differences.join('; ') || 'the same status, dates and limits'}`,
      'plain',
      room.otherPlans > 1 ? 2 : 1,
    );
  });
  return [...shown, ...more(others.length - shown.length, 'plans', rest)];
}

function sheetBlocks(toSummarize: ToSummarize, room: Room): Block[] {
  const { inquiry, filter, zone, rest } = toSummarize;
  const { coverage } = inquiry;
  const plan = coverage?.plan ?? null;
  const filtered = filterWords(filter);
  return [
    ...headBlocks(toSummarize, room),
    ...(filtered === null ? [] : [paragraph(filtered, 'strong', room.lines)]),
    ...warningBlocks(toSummarize, room),
    ...(coverage === null || plan === null
      ? [NO_STATUS, NO_BENEFITS]
      : [
          ...otherPlanBlocks(coverage, plan, toSummarize, room),
          ...planSummary(coverage, plan, { warnings: inquiry.warnings, filter, reading: readingOf(inquiry, zone), rest }, room),
        ]),
    paragraph(`A text that ends in … goes on ${rest}.`, 'muted'),
  ];
}

/** The last one fits whatever the payer sent. */
export const summarySheets = (toSummarize: ToSummarize): (() => PrintedSheet)[] =>
  ROOMS.map((room) => () => ({ scale: room.scale, blocks: sheetBlocks(toSummarize, room) }));
