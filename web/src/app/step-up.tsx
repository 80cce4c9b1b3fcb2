/** Shows the step-up dialog while a call waits for it. */

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isStepUpRequested, onStepUpChange } from '../session/step-up.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('../features/sign-in/step-up-dialog.tsx')).StepUpDialog,
}));

export function StepUp() {
  const requested = useSyncExternalStore(onStepUpChange, isStepUpRequested);
  if (!requested) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  );
}
