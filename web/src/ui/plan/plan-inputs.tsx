/** The inputs of a plan once one is chosen; of one payment only what late payments cost, once its reader opens it. */

import { Suspense, useState } from 'react';
import { Button } from '../button/button.tsx';
import { lazyComponent } from '../feedback/lazy-load.ts';
import type { FieldSentences } from './read-plan.ts';
import type { TypedPlan } from './typed-plan.ts';
import { isPlainPlan } from './typed-plan.ts';

const PlanEditor = lazyComponent(async () => (await import('./editor/plan-editor.tsx')).PlanEditor);

export interface PlanInputsProps {
  typed: TypedPlan;
  onType: (typed: TypedPlan) => void;
  errors?: FieldSentences;
}

export function PlanInputs(props: PlanInputsProps) {
  const [isOpen, setOpen] = useState(false);
  if (isPlainPlan(props.typed) && !isOpen)
    return (
      <Button size="row" className="mt-4" onClick={() => setOpen(true)}>
        Late payments (optional)
      </Button>
    );
  return (
    <div className="mt-4">
      <Suspense fallback={null}>
        <PlanEditor {...props} lateTermsOpen={isOpen} />
      </Suspense>
    </div>
  );
}
