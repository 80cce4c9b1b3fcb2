/** The actions on the selected rows of My Domains, in a bar that stays at the bottom of the window. */

import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import type { Selection } from './use-selection.ts';

const dialogs = {
  CHECK: lazyComponent(
    async () => (await import('./check-selected-dialog.tsx')).CheckSelectedDialog,
  ),
  LIST: lazyComponent(async () => (await import('./list-selected-dialog.tsx')).ListSelectedDialog),
  UNLIST: lazyComponent(
    async () => (await import('./remove-selected-dialogs.tsx')).UnlistSelectedDialog,
  ),
  REMOVE: lazyComponent(
    async () => (await import('./remove-selected-dialogs.tsx')).RemoveSelectedDialog,
  ),
};

export function SelectionBar({ selection }: { selection: Selection }) {
  const { selected, all, selectAll } = selection;
  const [action, setAction] = useState<keyof typeof dialogs>();
  const Current = action && dialogs[action];
  if (selected.length === 0 && !Current) return null;
  return (
    <>
      <section
        aria-label="Selection"
        className="sticky bottom-4 z-1 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-raised px-4 py-2.5 shadow-pop"
      >
        <span role="status" className="font-semibold">
          {selected.length} selected
        </span>
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => setAction('CHECK')}>Check</Button>
          <Button onClick={() => setAction('LIST')}>List</Button>
          <Button onClick={() => setAction('UNLIST')}>Unlist</Button>
          <Button variant="danger" onClick={() => setAction('REMOVE')}>
            Remove
          </Button>
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {!all && (
            <Button variant="quiet" onClick={() => selectAll(true)}>
              Select all on this page
            </Button>
          )}
          <Button variant="quiet" onClick={() => selectAll(false)}>
            Clear
          </Button>
        </span>
      </section>
      <Suspense fallback={null}>
        {Current && <Current rows={selected} onClose={() => setAction(undefined)} />}
      </Suspense>
    </>
  );
}
