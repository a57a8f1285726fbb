import type { ListView } from '@coverlight/contract/inquiries/views.contract.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { listFilters } from '../list-filters.ts';
import { saveView, useRefreshViews } from './list-views.queries.ts';
import { viewFilters } from './list-views.ts';

/** Asks for the name of a view. `renamed`: the one that gets another; null keeps the present filters as a new one. */
export function ViewDialog({ renamed, onClose }: { renamed: ListView | null; onClose: () => void }) {
  const refresh = useRefreshViews();
  const [name, setName] = useState(renamed?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    try {
      await saveView(renamed?.id ?? null, { name, filters: renamed?.filters ?? viewFilters(listFilters.get()) });
      await refresh();
      onClose();
    } catch (failure) {
      setError((failure instanceof ApiFailure && failure.errors.name?.[0]) || LIST_ERROR);
      setIsSaving(false);
    }
  };
  return (
    <Dialog isOpen title={renamed ? 'Rename the view' : 'Save this view'} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label="Name"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
          data-autofocus
          required
          autoComplete="off"
        />
        {!renamed && (
          <Text size="sm" c="dimmed" mt="xs">
            The filters and the order are kept, for you alone. What you searched for is not.
          </Text>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {renamed ? 'Rename' : 'Save view'}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
