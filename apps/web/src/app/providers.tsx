import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageSettings } from '#lib/page-settings.ts';
import { queryClient } from '#lib/query-client.ts';
import { ToastStack } from '#ui/toast-stack.tsx';
import { cssVariables, theme } from '#ui/theme.ts';

/** What every screen stands on. The nonce lets Mantine write its style elements under the content security policy. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="light" getStyleNonce={() => pageSettings.cspNonce}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <ToastStack />
    </MantineProvider>
  );
}
