/** What is stored of an inquiry that was answered or refused, from what came back for its parts (product.md 4.1, 11.3). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { PatientIdentity, PlanState, RemoteErrors, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Route } from './attempt.ts';
import { answerFlags, type AnswerFlags } from './coverage/answer-flags.ts';
import { earliestEnd } from './coverage/date-warnings.ts';
import { mergeAnswers } from './coverage/merge-answers.ts';
import { normalizeCoverage } from './coverage/normalize-coverage.ts';
import type { PayerAnswer } from './coverage/payer-answer.ts';
import { planState } from './coverage/plan-state.ts';
import { returnedPatient } from './patient-identity.ts';
import { isSomebodyElse } from './record-warnings.ts';

/** What came back for a part. Words of a refusal by form field or code. */
export type PartAnswer =
  | { kind: 'answered'; answer: PayerAnswer; raw: unknown; practiceType?: string }
  | { kind: 'rejected'; errors: Record<string, string>; raw: unknown }
  | { kind: 'refused'; errors: Record<string, string[]>; raw: unknown };

export interface PartResult {
  serviceTypes: readonly string[];
  /** Which the part was last asked through; null before it was asked. */
  route: Route | null;
  /** Null where it has none (yet). */
  came: PartAnswer | null;
}

export interface ConcludedInquiry {
  /** As staff chose it. */
  payerName: string;
  /** YYYY-MM-DD. */
  askedDay: string;
  submission: Submission;
}

/** The flags are null without an answer. */
export interface Conclusion extends Record<keyof AnswerFlags, boolean | null> {
  coverage: Coverage | null;
  /** Whom the payer answered about. */
  returned_patient: PatientIdentity['returned_patient'];
  raw_answer: unknown;
  remote_errors: RemoteErrors;
  source: Route | null;
  /** Of an error: who refused it; null for an answer. */
  refused_by: 'clearinghouse' | 'payer' | null;
  plan_status: string | null;
  plan_state: PlanState | null;
  is_person_in_doubt: boolean;
  /** YYYY-MM-DD: when the cover of its plan ends; null where it is not in force, or no end was stated. */
  ends_on: string | null;
  /** How the payer calls itself, where that differs from the payer chosen. */
  payer_name_override: string | null;
  /** `silent`: what a payer with an active plan said nothing about; null where no active plan is told, which says nothing of the payer. */
  asked: { service_types: string[]; practice_type: string | null; silent: string[] | null } | null;
}

/** At least one part was answered or refused. An answer to one makes a coverage; what others were refused for stands beside it. */
export function conclude(parts: readonly PartResult[], { payerName, askedDay, submission }: ConcludedInquiry): Conclusion {
  const answered = parts.flatMap(({ came }) => (came?.kind === 'answered' ? [came] : []));
  const refusals = parts.flatMap(({ came }) => (came === null || came.kind === 'answered' ? [] : [came]));
  const leading = parts.find(({ came }) => came?.kind === 'answered') ?? parts.find(({ came }) => came !== null);
  const shared = {
    raw_answer: parts.flatMap(({ came, route, serviceTypes }) =>
      came === null ? [] : [{ route, service_types: serviceTypes, answer: came.raw }],
    ),
    remote_errors: wordsByKey(refusals),
    source: leading?.route ?? null,
  };
  const [first, ...others] = answered;
  if (first === undefined) {
    const refused_by = refusals.some(({ kind }) => kind === 'refused') ? 'clearinghouse' : 'payer';
    return {
      ...shared,
      refused_by,
      coverage: null,
      returned_patient: null,
      plan_status: null,
      plan_state: null,
      is_person_in_doubt: false,
      ends_on: null,
      is_handled_elsewhere: null,
      is_other_payer_first: null,
      payer_name_override: null,
      asked: null,
    };
  }
  const silent = parts.flatMap(({ came, serviceTypes }) => (came?.kind === 'answered' ? [] : serviceTypes));
  const coverage = normalizeCoverage(mergeAnswers([first.answer, ...others.map(({ answer }) => answer)], silent), askedDay);
  const state = planState(coverage.plan);
  return {
    ...shared,
    refused_by: null,
    coverage,
    returned_patient: returnedPatient(coverage),
    plan_status: coverage.plan?.status ?? null,
    plan_state: state,
    is_person_in_doubt: isSomebodyElse(submission, coverage),
    ends_on: coverage.plan === null || state === 'inactive' || state === 'not-stated' ? null : earliestEnd(coverage.plan),
    ...answerFlags(coverage),
    payer_name_override: differentName(coverage.payer_name, payerName),
    asked: {
      service_types: parts.flatMap(({ serviceTypes }) => serviceTypes),
      practice_type: answered.find(({ practiceType }) => practiceType !== undefined)?.practiceType ?? null,
      // Of a refused part the payer has not been heard.
      silent: state === 'active' && silent.length === 0 ? coverage.service_types.silent : null,
    },
  };
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

const differentName = (answered: string | null, chosen: string): string | null =>
  answered === null || plain(answered) === '' || plain(answered) === plain(chosen) ? null : answered;

/** Several sentences for one key joined. */
function wordsByKey(refusals: readonly { errors: Record<string, string | string[]> }[]): RemoteErrors {
  const words = new Map<string, Set<string>>();
  for (const { errors } of refusals) {
    for (const [key, value] of Object.entries(errors)) {
      const said = words.get(key) ?? new Set<string>();
      for (const sentence of [value].flat()) said.add(sentence);
      words.set(key, said);
    }
  }
  return Object.fromEntries([...words].map(([key, said]) => [key, [...said].join(' ')]));
}
