import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { chartLine } from '@coverlight/domain/inquiries/coverage/chart-lines.ts';
import { lineFacts, type SourceLine, lineTexts, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { Text } from '@mantine/core';
import { useCurrentUser } from '#lib/session.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FactList } from './fact-list.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';
import { RawLine } from './raw-line.tsx';
import classes from './source-popover.module.css';

export interface Source {
  /** The service the lines belong to, in words. */
  service: string;
  lines: readonly SourceLine[];
}

/** The payer's own lines in words, each to be copied. */
export function SourceLines({ inquiry, source }: { inquiry: Inquiry; source: Source }) {
  const isAdmin = useCurrentUser()?.is_admin === true;
  return (
    <div className={classes.lines}>
      {source.lines.map((line) => (
        <section key={line.line_ids.join()} className={classes.line}>
          <Text size="sm" fw={600}>
            <PayerWords>{`${lineTitle(line)}, ${source.service}`}</PayerWords>
          </Text>
          <FactList facts={lineFacts(line)} />
          {lineTexts(line).map((text) => (
            <PayerText key={text} text={text} quoted />
          ))}
          <div>
            <CopyButton label="Copy" size="compact-sm" text={() => chartLine(line, source.service, inquiry, browserZone())} />
          </div>
          {isAdmin && line.line_ids.map((lineId) => <RawLine key={lineId} inquiryId={inquiry.id} lineId={lineId} />)}
          {line.line_ids.length > 1 && (
            <Text size="xs" c="dimmed">
              {`The payer sent this in ${line.line_ids.length} lines.`}
            </Text>
          )}
        </section>
      ))}
    </div>
  );
}
