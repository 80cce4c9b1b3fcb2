/** The dialog of the requested action, loaded after the loan's page so that the page shows sooner. */

import { Suspense, useEffect } from 'react';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import type { Loan } from '../loan-parties.ts';
import type { ActionButton } from './loan-actions.ts';
import type { LoanDialogProps } from './use-loan-action.ts';

const prefetchDelayMs = 1_000;
const fetchDialogs = () => import('./action-dialog.tsx');
const ActionDialog = lazyComponent(async () => (await fetchDialogs()).ActionDialog);

export interface LazyActionDialogProps extends Omit<LoanDialogProps<Loan>, 'button'> {
  button: ActionButton | undefined;
}

export function LazyActionDialog({ button, loan, domain, onClose }: LazyActionDialogProps) {
  useEffect(() => {
    // Prefetches the code without delaying the page. If that fails, the button press loads it.
    const timer = setTimeout(() => fetchDialogs().catch(() => {}), prefetchDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!button) return null;
  return (
    <Suspense fallback={null}>
      <ActionDialog button={button} loan={loan} domain={domain} onClose={onClose} />
    </Suspense>
  );
}
