import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from './toast.ts';

// Clipboards are seldom refused.
const RefusedCopy = lazy(async () => ({ default: (await import('./refused-copy.tsx')).RefusedCopy }));

interface CopyButtonProps {
  label: string;
  /** Made when it is pressed. */
  text: () => string;
  size?: 'sm' | 'compact-sm';
}

/** Puts plain text on the clipboard. Where the browser refuses that, the text stands in a dialog, selected. */
export function CopyButton({ label, text, size = 'sm' }: CopyButtonProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const copy = async () => {
    const wanted = text();
    try {
      await navigator.clipboard.writeText(wanted);
      toast({ kind: 'success', message: 'Copied', durationMs: 3000, id: 'copied' });
    } catch {
      setRefused(wanted);
    }
  };
  return (
    <>
      <Button
        variant="default"
        size={size}
        className="no-print"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      {refused !== null && (
        <Suspense>
          <RefusedCopy text={refused} onClose={() => setRefused(null)} />
        </Suspense>
      )}
    </>
  );
}
