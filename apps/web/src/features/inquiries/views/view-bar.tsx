import type { ListView } from '@coverlight/contract/inquiries/views.contract.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Choice } from '#ui/choice.tsx';
import { toast } from '#ui/toast.ts';
import { listFilters } from '../list-filters.ts';
import classes from '../inquiry-list.module.css';
import { listViewsOptions, useDeleteView, useRestoreView } from './list-views.queries.ts';
import { openView, PRESETS, shownView } from './list-views.ts';

// Views are named seldom, and the list would load a form with each visit.
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

const UNDO_MS = 10_000;
const BY_HAND = { value: '', label: 'Filters set by hand' };
const failed = () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 });

/** Chooses a view, and keeps the present filters as one. */
export function ViewBar() {
  const filters = listFilters.use();
  const own = useQuery(listViewsOptions).data ?? [];
  const [asked, setAsked] = useState<'new' | 'rename' | null>(null);
  const shownOwn = shownView(own, filters);
  const shown = shownOwn ?? shownView(PRESETS, filters);
  const group = (name: string, views: readonly ListView[]) =>
    views.length === 0 ? [] : [{ name, options: views.map(({ id, name: label }) => ({ value: id, label })) }];
  const choose = (id: string) => {
    const view = [...own, ...PRESETS].find((one) => one.id === id);
    if (view) openView(view.filters);
  };
  return (
    <Group align="flex-end" gap="xs" className={classes.views}>
      <Choice
        label="View"
        options={shown === null ? [BY_HAND] : []}
        groups={[...group('Your views', own), ...group('For everybody', PRESETS)]}
        value={shown?.id ?? BY_HAND.value}
        onChange={choose}
      />
      {shown === null && (
        <Button variant="default" onClick={() => setAsked('new')}>
          Save view
        </Button>
      )}
      {shownOwn && (
        <>
          <Button variant="default" onClick={() => setAsked('rename')}>
            Rename
          </Button>
          <DeleteButton view={shownOwn} />
        </>
      )}
      {asked && (
        <Suspense>
          <ViewDialog renamed={asked === 'rename' ? shownOwn : null} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Group>
  );
}

function DeleteButton({ view }: { view: ListView }) {
  const remove = useDeleteView();
  const restore = useRestoreView();
  const undo = () => restore.mutate({ name: view.name, filters: view.filters }, { onError: failed });
  const drop = () =>
    remove.mutate(view.id, {
      onError: failed,
      onSuccess: () =>
        toast({
          id: 'view-deleted',
          kind: 'success',
          message: `View "${view.name}" deleted.`,
          durationMs: UNDO_MS,
          action: { label: 'Undo', onClick: undo },
        }),
    });
  return (
    <Button variant="default" loading={remove.isPending} onClick={drop}>
      Delete
    </Button>
  );
}
