/** Short messages at the edge of the screen. They never hold what the user must still act on later. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';

type Kind = 'success' | 'info' | 'warning' | 'danger';

const LOOKS = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden /> },
  info: { color: 'blue', icon: <IconInfoCircle size={18} aria-hidden /> },
  warning: { color: 'yellow.9', icon: <IconAlertTriangle size={18} aria-hidden /> },
  danger: { color: 'red', icon: <IconX size={18} aria-hidden /> },
};

export interface Toast {
  kind: Kind;
  message: string;
  /** Default 6 s. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
  /** Toasts of one id replace each other. */
  id?: string;
}

export function toast({ kind, message, durationMs = 6000, action, id }: Toast): void {
  if (id) notifications.hide(id);
  const shown = notifications.show({
    ...(id ? { id } : {}),
    ...LOOKS[kind],
    autoClose: durationMs,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        {action && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(shown);
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        )}
      </Group>
    ),
  });
}
