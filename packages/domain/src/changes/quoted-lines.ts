/** The payer's own words on the lines that a change is about (product.md 18.4). */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { lineTexts } from '../inquiries/coverage/line-words.ts';

interface Quoted {
  lineIds: readonly string[];
  texts: readonly string[];
}

function quotedOf(plan: Plan): Quoted[] {
  const payers = [...plan.additional_payer_info, ...plan.benefit_groups.flatMap((group) => group.additional_payers)];
  const lines = plan.benefit_groups.flatMap((group) => [
    ...group.benefits,
    ...group.status_details,
    ...Object.values(group.auxilary).flatMap((auxiliaries) => auxiliaries ?? []),
  ]);
  return [
    ...lines.map((line) => ({ lineIds: line.line_ids, texts: lineTexts(line) })),
    ...payers.map(({ line_ids: lineIds, texts }) => ({ lineIds, texts })),
  ];
}

/** Free text of those lines, each wording once; empty where they are codes and amounts alone. */
export function quotesOf(coverage: Coverage, lineIds: readonly string[]): string[] {
  const quoted: Quoted[] = [
    ...coverage.plans.flatMap(quotedOf),
    ...coverage.also_said.map(({ line_id, texts }) => ({ lineIds: [line_id], texts })),
  ];
  const told = quoted.filter((line) => line.lineIds.some((id) => lineIds.includes(id)));
  return [...new Set(told.flatMap(({ texts }) => texts))];
}
