/** The first three letters or digits of a member id, by which plans and estimates are found (product.md 11.3). */

// Federal employees: R and eight digits, without any prefix.
const FEDERAL = /^R\d{8}$/;

/** Upper case; null for ids that have none or are too short. The id itself always keeps its prefix. */
export function memberPrefix(memberId: string): string | null {
  const id = memberId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return id.length < 3 || FEDERAL.test(id) ? null : id.slice(0, 3);
}
