import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let screensShown = 0;

/**
 * The one h1 of a screen. Names the screen in the window's title, never a patient (docs/product.md 12), and takes the focus
 * after a navigation so that keyboards and screen readers start there. Forms that focus their first field pass `takesFocus={false}`.
 */
export function PageTitle({ children, takesFocus = true, actions }: { children: string; takesFocus?: boolean; actions?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Coverlight`;
  }, [children]);
  useEffect(() => {
    screensShown += 1;
    // On the first screen the browser's own starting point is right.
    if (screensShown > 1 && takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Group justify="space-between" align="center" mb="md" gap="sm">
      <Title order={1} ref={heading} tabIndex={-1}>
        {children}
      </Title>
      {actions}
    </Group>
  );
}
