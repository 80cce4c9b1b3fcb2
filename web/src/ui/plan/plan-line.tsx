/** The payments of a plan in one line: their number at once, the first amount once the code is there. Null for one payment. */

import { Suspense } from 'react';
import { lazyComponent } from '../feedback/lazy-load.ts';
import { describePlan } from './describe-plan.ts';
import type { PlanRecord } from './plan-record.ts';

const FirstPayment = lazyComponent(async () => (await import('./first-payment.tsx')).FirstPayment);

export interface PlanLineProps {
  record: PlanRecord;
  /** Money in cents. */
  loan: { amountCents: number; rateBps: number };
  /** The day of the receipt, YYYY-MM-DD. */
  today: string;
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
