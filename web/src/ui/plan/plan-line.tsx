/** The payments of a plan in one line: their number at once, the first amount once the code is there. Null for one payment. */

import { Suspense } from 'react';
import { lazyComponent } from '../feedback/lazy-load.ts';
import { describePlan } from './describe-plan.ts';
import type { FirstPaymentProps } from './first-payment.tsx';

const FirstPayment = lazyComponent(async () => (await import('./first-payment.tsx')).FirstPayment);

export interface PlanLineProps extends FirstPaymentProps {
  className?: string;
}

export function PlanLine({ className, ...props }: PlanLineProps) {
  const text = describePlan(props.record);
  if (text === undefined) return null;
  return (
    <p className={className}>
      <Suspense fallback={text}>
        <FirstPayment {...props} />
      </Suspense>
    </p>
  );
}
