import { Switch } from '@mantine/core';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { failed } from './failed-toast.ts';

export interface RowSwitchProps {
  /** Shown beside the switch. */
  label?: string;
  /** Names the switch where no label is shown: 'Override Harbor'. */
  name?: string;
  isOn: boolean;
  /** Why it cannot be used; undefined where it can. */
  disabledBecause?: string | undefined;
  /** Resolves once the lists show the new state. */
  save: (isOn: boolean) => Promise<unknown>;
}

/** A switch that saves at once and is disabled until the server has answered (docs/product.md 2.14). */
export function RowSwitch({ label, name, isOn, disabledBecause, save }: RowSwitchProps) {
  const change = useSingleMutation({
    mutationFn: save,
    onError: (error) => failed(error),
  });
  const input = useKeptFocus<HTMLInputElement>(change.isPending);
  return (
    <Switch
      ref={input}
      {...(label === undefined ? { 'aria-label': name } : { label })}
      description={label === undefined ? undefined : disabledBecause}
      title={disabledBecause}
      checked={change.isPending ? change.variables : isOn}
      disabled={change.isPending || disabledBecause !== undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
