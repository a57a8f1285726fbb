/** Lines of answers for tests. Each amount comes once, so that a text tells which line it is from. */
import { emptyLine } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import type { AnswerLine, AnswerNetwork } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';

let count = 0;

/** A co-payment for mental health that states nothing else, unless told otherwise. */
export function aLine(over: Partial<AnswerLine> = {}): AnswerLine {
  count += 1;
  return {
    ...emptyLine(`line.${count}`, 0, 'B'),
    kindText: 'Co-Payment',
    service: { code: 'MH', text: 'Mental Health' },
    network: 'in',
    ...over,
  };
}

const SERVICES = [
  { code: '30', text: 'Health Benefit Plan Coverage' },
  { code: 'MH', text: 'Mental Health' },
  { code: '98', text: 'Professional (Physician) Visit - Office' },
];
const KINDS = [
  { code: 'B', text: 'Co-Payment' },
  { code: 'C', text: 'Deductible' },
  { code: 'G', text: 'Out of Pocket (Stop Loss)' },
];
const NETWORKS: AnswerNetwork[] = ['in', 'out', 'both', 'unknown'];
const LEVELS = [{ code: 'IND', text: 'Individual' }, { code: 'FAM', text: 'Family' }, { code: 'ESP', text: 'Employee and Spouse' }, null];

/** Every service, payment, network and level once, each with an amount of its own. */
export function linesOfEverySort(): AnswerLine[] {
  let amount = 1000;
  return SERVICES.flatMap((service) =>
    KINDS.flatMap((kind) =>
      NETWORKS.flatMap((network) =>
        LEVELS.map((level) => {
          amount += 1;
          return aLine({ service, kind: kind.code, kindText: kind.text, network, level, amount: `${amount}.17` });
        }),
      ),
    ),
  );
}
