/** Which answers about one person are about one policy, so that each is compared with the one before it (product.md 18.4). */

/** What tells an answer's policy. */
export interface AnswerOfPolicy {
  id: string;
  /** The one it was merged into, if it was. */
  payerId: string;
  /** As typed and as returned: where the payer corrected it, the answer holds the former id and its successor. */
  memberIds: readonly string[];
}

export interface Policy<Answer> {
  /** Of its oldest answer: names it as long as that belongs to it. */
  id: string;
  answers: Answer[];
}

/** Every character counts, a Blue prefix, too. */
const plain = (memberId: string): string => memberId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** `answers` oldest first, as those of each policy are. An answer belongs to the policy that last had one of its member ids. */
export function policiesOf<Answer extends AnswerOfPolicy>(answers: readonly Answer[]): Policy<Answer>[] {
  const policies: (Policy<Answer> & { payerId: string; memberIds: Set<string> })[] = [];
  for (const answer of answers) {
    const memberIds = answer.memberIds.map(plain).filter((memberId) => memberId !== '');
    const policy = policies.findLast(
      (each) =>
        each.payerId === answer.payerId &&
        (memberIds.some((memberId) => each.memberIds.has(memberId)) || (memberIds.length === 0 && each.memberIds.size === 0)),
    );
    if (policy === undefined) {
      policies.push({ id: answer.id, payerId: answer.payerId, memberIds: new Set(memberIds), answers: [answer] });
      continue;
    }
    policy.answers.push(answer);
    for (const memberId of memberIds) policy.memberIds.add(memberId);
  }
  return policies.map(({ id, answers: own }) => ({ id, answers: own }));
}
