/** A case on paper: what is known of the sought levels and who said it, what was told by phone, what is open (product.md 20.3). */
import type { CallAnswer } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case, CaseNote } from '@coverlight/contract/cases/case.schema.ts';
import { isToCall } from '@coverlight/domain/cases/call-questions.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { LEVELS_OF_CARE } from '@coverlight/domain/inquiries/coverage/care-levels.ts';
import {
  heading,
  muted,
  paragraph,
  plain,
  strong,
  type Block,
  type Cell,
  type PlainDocument,
} from '#features/inquiries/pdf/inquiry-pdf-document.ts';

export interface CasePaper {
  case: Case;
  cells: readonly GridCell[];
  /** Every answer of the case, those that ended too. */
  answers: readonly CallAnswer[];
  /** Null: they are not printed. */
  notes: readonly CaseNote[] | null;
  practice: string;
  /** IANA, and the instant of printing. */
  zone: string;
  now: Date;
}

const FACTS: Readonly<Record<GridCell['fact'], string>> = {
  covered: 'Covered',
  authorization: 'Authorization',
  limit: 'Limit',
  copay: 'Copayment',
  coinsurance: 'Coinsurance',
  deductible: 'Deductible',
  out_of_pocket: 'Out of pocket',
};
const EMPTY: Partial<Record<GridCell['state'], string>> = {
  'not-stated': 'not stated',
  'not-asked': 'not asked',
  filtered: 'filtered away',
};

const dateTime = (iso: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'long', timeZone: zone }).format(new Date(iso));

function cellOf(cell: GridCell | undefined): Cell {
  if (cell === undefined) return [plain('')];
  const beside = cell.beside.map(({ value, said_by: by }) => muted(`${value} (${by ?? 'another company'})`));
  const value = cell.value ?? EMPTY[cell.state] ?? '';
  const how = [
    ...(cell.state === 'contradicts' ? ['contradicted'] : []),
    ...(cell.state === 'by-phone' ? ['told by phone'] : []),
    ...(cell.state === 'said-for-plan' ? ['said for the plan'] : []),
    ...(cell.ask === null ? [] : [`ask ${cell.ask}`]),
    ...(cell.said_by === null ? [] : [cell.said_by]),
  ];
  return [cell.value === null ? muted(value) : plain(value), ...(how.length === 0 ? [] : [muted(how.join(', '))]), ...beside];
}

function gridBlocks({ case: { levels }, cells }: CasePaper): Block[] {
  return LEVELS_OF_CARE.filter(({ key }) => levels.includes(key)).flatMap(({ key, name }) => {
    const of = (fact: GridCell['fact'], network: GridCell['network']) =>
      cells.find((cell) => cell.level === key && cell.fact === fact && cell.network === network);
    return [
      heading(3, name),
      {
        kind: 'table',
        caption: name,
        columns: [
          { label: '', share: 0.2 },
          { label: 'In network', share: 0.4 },
          { label: 'Out of network', share: 0.4 },
        ],
        rows: (Object.keys(FACTS) as GridCell['fact'][]).map((fact) => [
          [strong(FACTS[fact])],
          cellOf(of(fact, 'in')),
          cellOf(of(fact, 'out')),
        ]),
      } satisfies Block,
    ];
  });
}

/** Each with who told it, under which reference, when, at which number, and who called. */
function phoneBlocks({ answers, zone }: CasePaper): Block[] {
  if (answers.length === 0) return [];
  return [
    heading(2, 'Told by phone'),
    paragraph('These are words on the telephone and not the payer’s electronic answer. They are in no sum of it.', 'muted'),
    {
      kind: 'table',
      caption: 'Told by phone',
      columns: [
        { label: 'Question', share: 0.34 },
        { label: 'Answer', share: 0.24 },
        { label: 'Told by', share: 0.42 },
      ],
      rows: answers.map((answer) => [
        [plain(answer.words)],
        [
          strong(answer.text),
          ...(answer.ended === 'superseded' ? [muted('corrected later')] : []),
          ...(answer.ended === 'expired' ? [muted(`counted until ${usDate(answer.valid_until)}`)] : []),
        ],
        [
          plain(`${answer.rep_name}${answer.company === null ? '' : `, ${answer.company}`}`),
          muted(`Reference ${answer.reference_no}`),
          muted(`${dateTime(answer.called_at, zone)}${answer.phone === null ? '' : `, at ${answer.phone}`}`),
          muted(`Called by ${answer.user.name}`),
        ],
      ]),
    },
  ];
}

function openBlocks({ case: { levels, companies }, cells }: CasePaper): Block[] {
  const open = cells.filter((cell) => levels.includes(cell.level) && isToCall(cell)).length;
  const unasked = companies.filter(({ inquiry_id: asked, blocked }) => asked === null && blocked === null);
  const items = [
    ...(open === 0 ? [] : [`${open === 1 ? '1 value is' : `${open} values are`} not stated or not clear: call.`]),
    ...unasked.map(({ name, title }) => `${title}: check ${name}.`),
  ];
  return items.length === 0 ? [] : [heading(2, 'Open'), { kind: 'list', items: items.map((item) => [plain(item)]) }];
}

function noteBlocks({ notes, zone }: CasePaper): Block[] {
  if (notes === null || notes.length === 0) return [];
  const items = notes.map((note) => [muted(`${dateTime(note.created_at, zone)}, ${note.user.name}`), plain(note.text)]);
  return [heading(2, 'Notes'), { kind: 'list', items }];
}

export function casePaper(paper: CasePaper): PlainDocument {
  const { case: shown, practice, zone, now } = paper;
  const { patient } = shown;
  const returned = patient.returned_patient;
  const name = returned?.name || patient.patient || 'name not typed';
  const birthDate = returned?.birth_date ?? patient.birth_date;
  const memberId = returned?.member_id ?? patient.member_id;
  const who = [name, birthDate === null ? null : `born ${usDate(birthDate)}`, memberId === null ? null : `member id ${memberId}`];
  const printed = dateTime(now.toISOString(), zone);
  return {
    title: 'Case',
    running: [
      `Patient: ${who.filter((part) => part !== null).join(', ')}`,
      `Payer: ${shown.inquiries.map(({ payer }) => payer.name).join(', ')}`,
      `${practice}, ${shown.provider.name}`,
      `Printed ${printed}`,
    ],
    reminder: 'Please verify what is written here before you rely on it.',
    blocks: [
      heading(1, 'What is known of this case'),
      {
        kind: 'facts',
        facts: [
          { label: 'Known', value: `${shown.known.known} of ${shown.known.of} values of the levels that are sought` },
          { label: 'Network', value: shown.network.words },
          ...shown.inquiries.map((inquiry) => ({
            label: inquiry.role === 'main' ? 'Payer' : inquiry.role === 'carve-out' ? 'Administrator' : 'Also asked',
            value: `${inquiry.payer.name}, ${inquiry.answered_at === null ? `no answer (${inquiry.status})` : dateTime(inquiry.answered_at, zone)}`,
          })),
        ],
      },
      ...gridBlocks(paper),
      ...phoneBlocks(paper),
      ...openBlocks(paper),
      ...noteBlocks(paper),
    ],
  };
}
