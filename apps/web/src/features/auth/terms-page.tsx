import { Anchor, Paper } from '@mantine/core';
import { PageTitle } from '#ui/page-title.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { LegalText, TermsHead } from './legal-text.tsx';
import { termsParts } from './legal/terms-text.ts';

/** The whole agreement for everybody, with a table of contents. */
export function TermsPage() {
  return (
    <>
      <PageTitle>Terms and conditions</PageTitle>
      <TermsHead />
      <nav aria-label="Parts of the agreement">
        <ul>
          {termsParts.map((part) => (
            <li key={part.id}>
              <Anchor href={`#${part.id}`}>{part.title}</Anchor>
            </li>
          ))}
        </ul>
      </nav>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <LegalText />
      </Paper>
    </>
  );
}
