import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './error-banner.module.css';

/** What went wrong, in words, where no field can say it. Announced at once; renders nothing without a message. */
export function ErrorBanner({ message, onRetry }: { message: string | readonly string[] | null; onRetry?: () => void }) {
  const messages = typeof message === 'string' ? [message] : (message ?? []);
  if (messages.length === 0) return null;
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} mb="md">
      <Group justify="space-between" gap="sm">
        {messages.length === 1 ? (
          messages[0]
        ) : (
          <ul className={classes.list}>
            {messages.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
