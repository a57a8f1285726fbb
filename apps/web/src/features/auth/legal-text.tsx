import { Anchor, Text, Title } from '@mantine/core';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { pageSettings } from '#lib/page-settings.ts';
import { TERMS_VERSION, termsParts, withSupportAddress } from './legal/terms-text.ts';

/** Whose text it is, which version, and whom to ask. */
export function TermsHead() {
  return (
    <>
      <img src="/logo.svg" alt="Coverlight" height={36} />
      <Text c="dimmed" mb="md">
        {`Version of ${usDate(TERMS_VERSION)}. Questions? Write to `}
        <Anchor href={`mailto:${pageSettings.supportEmail}`}>{pageSettings.supportEmail}</Anchor>.
      </Text>
    </>
  );
}

/** The three parts in the order in which they are accepted; sections are numbered by position. */
export function LegalText() {
  return termsParts.map((part) => (
    <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`}>
      <Title order={2} id={`${part.id}-title`} mt="lg" mb="sm">
        {part.title}
      </Title>
      {part.sections.map((section, index) => (
        <section key={section.id}>
          <Title order={3} mt="md" mb={4}>{`${index + 1}. ${section.heading}`}</Title>
          {section.paragraphs.map((paragraph) => (
            <Text key={paragraph} mb="xs" maw="75ch">
              {withSupportAddress(paragraph, pageSettings.supportEmail)}
            </Text>
          ))}
        </section>
      ))}
    </section>
  ));
}
