import { Anchor, Button, Group, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { applyFieldErrors } from '#lib/apply-field-errors.ts';
import { setCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useLogin } from './auth.queries.ts';

interface LoginValues {
  email: string;
  password: string;
}
const FIELDS = ['email', 'password'] as const;
const route = getRouteApi('/login');

export function LoginPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const login = useLogin();
  const form = useForm<LoginValues>({ defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;

  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const enter = async (user: SessionUser) => {
    setCurrentUser(user);
    await router.navigate({ href: next ?? '/inquiries', replace: true });
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      const reply = await login.mutateAsync({ email: values.email.trim(), password: values.password });
      await enter(reply.user);
    } catch (error) {
      applyFieldErrors(form, placeErrors(error, FIELDS, UNKNOWN_ERROR));
    }
  });

  return (
    <Paper withBorder p="xl" radius="md" maw={420} mx="auto" mt="lg">
      <PageTitle takesFocus={false}>Login</PageTitle>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorBanner message={errors.root?.message ?? null} />
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: 'This field is required.' })}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', { required: 'This field is required.' })}
          />
          <Group justify="space-between">
            <Anchor component={Link} to="/password-reset" size="sm">
              Can't remember?
            </Anchor>
            <Button type="submit" loading={form.formState.isSubmitting}>
              Login
            </Button>
          </Group>
        </Stack>
      </form>
      <Text size="sm" mt="lg">
        New here?{' '}
        <Anchor component={Link} to="/register" inherit>
          Register
        </Anchor>
      </Text>
    </Paper>
  );
}
