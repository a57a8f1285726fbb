import { Anchor, Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { applyFieldErrors } from '#lib/apply-field-errors.ts';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { useAcceptTerms } from './terms.queries.ts';
import { LegalText, TermsHead } from './legal-text.tsx';

const FIELDS = ['agree'] as const;
const route = getRouteApi('/signed-in/terms/accept');

export function TermsAcceptPage() {
  const { next } = route.useSearch();
  const user = useCurrentUser();
  const accept = useAcceptTerms();
  const form = useForm({ defaultValues: { agree: false } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ agree }) => {
    if (!user) return;
    try {
      await accept.mutateAsync({ userId: user.id, agree });
      // A full page load, so that nothing read under the old terms stays (docs/product.md 2.7).
      window.location.assign(next ?? '/inquiries');
    } catch (error) {
      applyFieldErrors(form, placeErrors(error, FIELDS, UNKNOWN_ERROR));
    }
  });

  return (
    <>
      <PageTitle>Accept the terms</PageTitle>
      <TermsHead />
      <Text mb="md">Please read the following and accept it to go on.</Text>
      <Paper withBorder p="lg" radius="md" mb="lg" maw={CARD_WIDTH}>
        <LegalText />
      </Paper>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorBanner message={errors.root?.message ?? null} />
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Anchor component={Link} to="/terms" inherit>
                Terms and Conditions
              </Anchor>
            </>
          }
          error={errors.agree?.message}
          aria-invalid={errors.agree ? true : undefined}
          {...form.register('agree', { required: 'This field is required.' })}
        />
        <Group mt="md">
          <Button type="submit" loading={isSubmitting}>
            Submit
          </Button>
        </Group>
      </form>
    </>
  );
}
