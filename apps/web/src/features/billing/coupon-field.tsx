import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

interface CouponFieldProps {
  /** The code that the shown amounts take into account; empty for none. */
  applied: string;
  error: string | null;
  onApply: (code: string) => void;
}

export function CouponField({ applied, error, onApply }: CouponFieldProps) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm" mt="sm" wrap="nowrap">
        <TextInput
          label="Coupon code (optional)"
          value={typed}
          maxLength={100}
          autoComplete="off"
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" variant="default" mb={error === null ? 0 : 'lg'}>
          {typed.trim() === '' && applied !== '' ? 'Remove' : 'Apply'}
        </Button>
      </Group>
      {applied !== '' && (
        <Text size="sm" mt={4} role="status">
          {`The coupon ${applied} is taken into account below.`}
        </Text>
      )}
    </form>
  );
}
