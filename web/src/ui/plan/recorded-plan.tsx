/** The payments of a listing, an offer or a contract, where they are not one payment. */

import { Suspense } from 'react';
import { lazyComponent } from '../feedback/lazy-load.ts';
import type { ViewerRole } from '../loan/loan-summary.tsx';
import type { PlanRecord } from './plan-record.ts';
import { isPlain, toPlanTerms } from './plan-record.ts';

const PlanDetails = lazyComponent(async () => (await import('./plan-details.tsx')).PlanDetails);

export interface RecordedPlanProps {
  record: PlanRecord;
  /** Money in cents. */
  loan: { amountCents: number; rateBps: number; termDays: number };
  transferFeeCents: number;
  /** The day of the receipt, YYYY-MM-DD. */
  today: string;
  side: ViewerRole;
  /** Without the totals, where the page has them already. */
  brief?: boolean;
}

/** Nothing for one payment without extras. */
export function RecordedPlan({ record, loan, today, ...rest }: RecordedPlanProps) {
  if (isPlain(record)) return null;
  return (
    <Suspense fallback={null}>
      <PlanDetails
        loan={{ ...loan, plan: toPlanTerms(record) }}
        start={new Date(today)}
        {...rest}
      />
    </Suspense>
  );
}
