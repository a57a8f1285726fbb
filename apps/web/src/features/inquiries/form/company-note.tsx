import type { OtherCompany } from '@coverlight/domain/inquiries/coverage/other-company.ts';
import { Alert, Text } from '@mantine/core';

/** Why this company is asked, and what is left to choose where it is not among the payers by its name. */
export function CompanyNote({ company: { title, name, memberId }, isFound }: { company: OtherCompany; isFound: boolean }) {
  return (
    <Alert color="blue" variant="light" mb="md" title={title}>
      {!isFound && (
        <Text size="sm">
          {name === null ? 'Please choose its payer.' : `No payer is named ${name}. Please choose the one that stands for it.`}
        </Text>
      )}
      <Text size="sm">
        {memberId === null
          ? 'The member ID is that of the first check: please compare it with the card.'
          : 'The member ID is the one that the answer gives for it.'}
      </Text>
    </Alert>
  );
}
