/** Shows the step-up dialog while a call waits for it. */

import { Suspense, useSyncExternalStore } from 'react';
import { isStepUpRequested, onStepUpChange } from '../../session/step-up.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';

const StepUpDialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

export function StepUp() {
  const requested = useSyncExternalStore(onStepUpChange, isStepUpRequested);
  if (!requested) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  );
}
