import { Anchor, List, Paper } from '@mantine/core';
import { PageTitle } from '#ui/page-title.tsx';
import { LegalText, TermsHead } from './legal-text.tsx';
import { termsParts } from './legal/terms-text.ts';

/** The whole agreement for everybody, with a table of contents. */
export function TermsPage() {
  return (
    <>
      <PageTitle>Terms and conditions</PageTitle>
      <TermsHead />
      <nav aria-label="Parts of the agreement">
        <List mb="lg">
          {termsParts.map((part) => (
            <List.Item key={part.id}>
              <Anchor href={`#${part.id}`}>{part.title}</Anchor>
            </List.Item>
          ))}
        </List>
      </nav>
      <Paper withBorder p="lg" radius="md">
        <LegalText />
      </Paper>
    </>
  );
}
