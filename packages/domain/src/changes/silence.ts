/** What only one of the two answers says. Silence never becomes "no", and only of what was asked for it is silence (product.md 18.4). */
import type { NotComparable } from '@coverlight/contract/persons/changes.schema.ts';
import { isPlanLevel, PLAN_SERVICE_TYPE } from '../inquiries/coverage/plan-level.ts';
import { serviceTypeLabel } from '../inquiries/coverage/service-types.ts';
import type { ComparedAnswer, Found, Unpaired } from './comparison.ts';
import { found } from './comparison.ts';
import { unique } from './plain-words.ts';

type Reach = 'asked' | 'not-asked' | 'not-answered';

/** Which services an answer was asked for, and of which it says itself that it could not tell. */
interface Question {
  asked: ReadonlySet<string>;
  unanswered: ReadonlySet<string>;
}

function questionOf({ asked, coverage }: ComparedAnswer): Question {
  const codes = asked.length > 0 ? asked : coverage.service_types.asked;
  const ofNotices = coverage.notices.flatMap(({ kind, service_types: types }) => (kind === 'service-type-silent' ? (types ?? []) : []));
  // V: the payer could not process the question about this service.
  const failed = coverage.plans.flatMap((plan) =>
    plan.benefit_groups
      .filter((group) => (group.auxilary.other ?? []).some((line) => line.type_code.toUpperCase() === 'V'))
      .flatMap((group) => group.code ?? []),
  );
  // A question that names no service is about the plan as a whole.
  return { asked: new Set(codes.length === 0 ? [PLAN_SERVICE_TYPE] : codes), unanswered: new Set([...ofNotices, ...failed]) };
}

/** `silent` says nothing of what `other` says: because it was not asked for it, could not tell, or does not say it any more. */
function reachOf(service: string, silent: Question, other: Question): Reach {
  if (silent.unanswered.has(service)) return 'not-answered';
  if (silent.asked.has(service)) return 'asked';
  if (!silent.asked.has(PLAN_SERVICE_TYPE)) return 'not-asked';
  // Who was asked for the service by name says more of it than who was asked for the plan.
  return other.asked.has(service) && !other.asked.has(PLAN_SERVICE_TYPE) ? 'not-asked' : 'asked';
}

const serviceOf = ({ serviceCode, service }: Unpaired): string =>
  serviceCode === null && (service === null || isPlanLevel(null, service))
    ? PLAN_SERVICE_TYPE
    : (serviceCode ?? service ?? PLAN_SERVICE_TYPE);

const labelOf = (service: string): string => (service === PLAN_SERVICE_TYPE ? 'The plan as a whole' : serviceTypeLabel(service));

export interface Silence {
  changes: Found[];
  notComparable: NotComparable[];
}

/** One change for each plan and service. */
function toChanges(unpaired: readonly Unpaired[], side: 'before' | 'after'): Found[] {
  const groups = new Map<string, Unpaired[]>();
  for (const each of unpaired) {
    const key = JSON.stringify([each.plan, serviceOf(each)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group): Found[] => {
    const [first] = group;
    if (!first) return [];
    const words = unique(group.map((each) => each.words))
      .toSorted()
      .join('; ');
    const ids = unique(group.flatMap(({ lineIds }) => lineIds)).toSorted();
    const place = { plan: first.plan, services: first.service === null ? [] : [first.service] };
    return side === 'before'
      ? [found('now-silent', { ...place, before: words, beforeIds: ids })]
      : [found('no-longer-silent', { ...place, after: words, afterIds: ids })];
  });
}

const WHY: Readonly<Record<Exclude<Reach, 'asked'>, Readonly<Record<'before' | 'after', string>>>> = {
  'not-asked': { before: 'It was not asked for the time before.', after: 'It was not asked for this time.' },
  'not-answered': { before: 'The payer could not answer for it the time before.', after: 'The payer could not answer for it this time.' },
};

function splitByReach(
  unpaired: readonly Unpaired[],
  questions: { silent: Question; other: Question },
  silentSide: 'before' | 'after',
): Silence {
  const told: Unpaired[] = [];
  const open = new Map<string, NotComparable>();
  for (const each of unpaired) {
    const service = serviceOf(each);
    const reach = reachOf(service, questions.silent, questions.other);
    if (reach === 'asked') told.push(each);
    else open.set(service, { what: labelOf(service), why: WHY[reach][silentSide] });
  }
  return { changes: toChanges(told, silentSide === 'after' ? 'before' : 'after'), notComparable: [...open.values()] };
}

export function silenceOf(
  gone: readonly Unpaired[],
  added: readonly Unpaired[],
  answers: { before: ComparedAnswer; after: ComparedAnswer },
): Silence {
  const [before, after] = [questionOf(answers.before), questionOf(answers.after)];
  const now = splitByReach(gone, { silent: after, other: before }, 'after');
  const earlier = splitByReach(added, { silent: before, other: after }, 'before');
  return { changes: [...now.changes, ...earlier.changes], notComparable: [...now.notComparable, ...earlier.notComparable] };
}
