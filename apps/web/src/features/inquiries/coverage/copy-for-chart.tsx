import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { chartLines } from '@coverlight/domain/inquiries/coverage/chart-lines.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { CopyButton } from '#ui/copy-button.tsx';

/** The answer in some twelve plain lines, for the patient's chart (docs/product.md 10.14). */
export function CopyForChart({ inquiry }: { inquiry: Inquiry }) {
  return <CopyButton label="Copy for the chart" text={() => chartLines(inquiry, browserZone()).join('\n')} />;
}
