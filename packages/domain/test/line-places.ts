/** Where each line of an answer ended up in the coverage: place names by line id. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';

export function placesOf(coverage: Coverage): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const put = (id: string, place: string) => places.set(id, (places.get(id) ?? new Set()).add(place));
  for (const [planIndex, plan] of coverage.plans.entries()) {
    for (const payer of plan.additional_payer_info) for (const id of payer.line_ids) put(id, `plan ${planIndex} other payers`);
    for (const [groupIndex, group] of plan.benefit_groups.entries()) {
      const at = `plan ${planIndex} group ${groupIndex}`;
      for (const [index, detail] of group.status_details.entries()) for (const id of detail.line_ids) put(id, `${at} status ${index}`);
      for (const [index, benefit] of group.benefits.entries()) for (const id of benefit.line_ids) put(id, `${at} benefit ${index}`);
      for (const [type, lines] of Object.entries(group.auxilary))
        for (const [index, line] of lines.entries()) for (const id of line.line_ids) put(id, `${at} ${type} ${index}`);
      // A line may name several other payers; all of them stand in this one list.
      for (const payer of group.additional_payers) for (const id of payer.line_ids) put(id, `${at} other payers`);
    }
  }
  for (const said of coverage.also_said) put(said.line_id, 'also said');
  return places;
}
