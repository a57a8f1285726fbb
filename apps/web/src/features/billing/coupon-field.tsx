import { Button, Group, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';

interface CouponFieldProps {
  typed: string;
  /** The code that the shown amounts take into account; empty for none. */
  applied: string;
  error: string | null;
  /** An empty text takes the code back. */
  onType: (code: string) => void;
  onApply: () => void;
}

export function CouponField({ typed, applied, error, onType, onApply }: CouponFieldProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply();
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
          onChange={(event) => onType(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" variant="default" mb={error === null ? 0 : 'lg'}>
          Apply
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
