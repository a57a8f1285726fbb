/** Holds the grid against a second reading of recorded answers, straight from their segments: nothing of the product's reading is used. */
import { GRID_STATES } from '@coverlight/contract/cases/case-grid.schema.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { expect, test } from 'vitest';
import carve from '../../test/recorded/carve.271?raw';
import cob from '../../test/recorded/cob.271?raw';
import empty from '../../test/recorded/empty.271?raw';
import grace from '../../test/recorded/grace.271?raw';
import hmo from '../../test/recorded/hmo.271?raw';
import inactive from '../../test/recorded/inactive.271?raw';
import medicare from '../../test/recorded/medicare.271?raw';
import noPlanLines from '../../test/recorded/no-plan-lines.271?raw';
import nolimit from '../../test/recorded/nolimit.271?raw';
import ordinary from '../../test/recorded/ordinary.271?raw';
import twoplans from '../../test/recorded/twoplans.271?raw';
import { mergeAnswers } from '../inquiries/coverage/merge-answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import { caseGrid } from './case-grid.ts';

/** Service types that stand for a level: its own, then those that stand in. */
const CODES = {
  dtx: { own: ['CI'], near: ['AI', '48'] },
  rtc: { own: ['RT'], near: ['A5', 'CG', 'CI'] },
  php: { own: ['BB'], near: [] as string[] },
  iop: { own: [] as string[], near: ['CH', 'CJ', 'A8'] },
  op: { own: ['CF', 'A6', 'A8'], near: ['MH', '98'] },
} as const;
const KIND = { copay: 'B', coinsurance: 'A', deductible: 'C', out_of_pocket: 'G', limit: 'F' } as const;

interface Eb {
  kind: string;
  services: string[];
  /** Which columns it stands in. */
  sides: string[];
  authorization: string;
  texts: string[];
}

function segmentsOf(raw: string): Eb[] {
  const [element, repeat] = [raw[3] ?? '*', raw[82] ?? '^'];
  const lines: Eb[] = [];
  for (const segment of raw.split(raw[105] ?? '~').map((text) => text.trim().split(element))) {
    if (segment[0] === 'EB') {
      const network = segment[12] ?? '';
      lines.push({
        kind: segment[1] ?? '',
        services: (segment[3] ?? '').split(repeat).filter((code) => code !== ''),
        sides: network === 'Y' ? ['in'] : network === 'N' ? ['out'] : ['in', 'out'],
        authorization: segment[11] ?? '',
        texts: [],
      });
    } else if (segment[0] === 'MSG') lines.at(-1)?.texts.push(segment[1] ?? '');
  }
  return lines;
}

/** Beyond a no of one service, which says nothing of another's price. */
function tells({ kind, authorization, texts }: Eb, fact: string): boolean {
  if (fact === 'covered') return /^[1-8I]$/.test(kind);
  if (fact === 'authorization') return authorization !== '' || texts.some((text) => /auth|cert|referral/i.test(text));
  return kind === KIND[fact as keyof typeof KIND];
}

const recorded = { carve, cob, empty, grace, hmo, inactive, medicare, noPlanLines, nolimit, ordinary, twoplans };
/** Of one plan and nobody else's to say. Medicare's Parts A and B are two. */
const ONE_PLAN = new Set(['empty', 'grace', 'hmo', 'inactive', 'noPlanLines', 'nolimit', 'ordinary']);

test.each(Object.entries(recorded))(
  'in the recorded answer %s nothing is not stated that its segments state, and nothing else is known',
  (name, raw) => {
    const transactions = transactionsOf(readInterchanges(Uint8Array.from(raw, (sign) => sign.charCodeAt(0))));
    const coverage = normalizeCoverage(mergeAnswers(transactions.flatMap((transaction) => read271(transaction))));
    const cells = caseGrid({
      answers: [{ inquiryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', role: 'main', company: null, payerName: 'Payer', coverage, isOpen: false }],
    });
    expect(GRID_STATES.map((state) => cells.filter((cell) => cell.state === state).length).reduce((sum, count) => sum + count, 0)).toBe(70);
    const lines = segmentsOf(raw);
    const wrong: string[] = [];
    for (const { level, fact, network, state } of cells) {
      const here = lines.filter(({ sides }) => sides.includes(network));
      const of = (codes: readonly string[]) => here.filter(({ services }) => services.some((code) => codes.includes(code)));
      const isPlan = ({ services }: Eb) => services.length === 0 || services.includes('30');
      const ofPlan = here.filter(isPlan);
      const { own, near } = CODES[level];
      // Silent: neither the level's services, nor any that may leave it out, nor the plan.
      const isNo = ({ kind }: Eb) => /^[678IE]$/.test(kind);
      const isTouched =
        of([...own, ...near]).some((line) => tells(line, fact)) ||
        here.some(isNo) ||
        (['coinsurance', 'deductible', 'out_of_pocket'].includes(fact) && ofPlan.some((line) => tells(line, fact)));
      if (!isTouched && ['said', 'said-for-plan', 'contradicts'].includes(state))
        wrong.push(`${level} ${fact} ${network} is ${state} from nothing`);
      if (!ONE_PLAN.has(name)) continue;
      const isSaid = of(own).some((line) => tells(line, fact) && !(fact === 'authorization' && !/^[YN]$/.test(line.authorization)));
      // Who tells a copayment of the level is not silent about its price: another service's share would be a second one.
      const isPricedOtherwise =
        (fact === 'coinsurance' || fact === 'copay') && of(own).some(({ kind }) => kind === (fact === 'copay' ? 'A' : 'B'));
      const isOwnSaid = isSaid && !isPricedOtherwise;
      if (isOwnSaid && (state === 'not-stated' || state === 'not-asked'))
        wrong.push(`${level} ${fact} ${network} is ${state} though stated`);
    }
    expect(wrong).toEqual([]);
  },
);
