/** The sections of the dashboard: what needs the reader, the first steps, the customer's cards, and the next 90 days. */

import { useEffect, useRef, useState } from 'react';
import { readMemory, remember } from './account-memory.ts';
import type { DashboardQuery } from './dashboard-page.generated.ts';
import { FirstSteps } from './first-steps.tsx';
import type { FirstPath } from './list-first-steps.ts';
import { listFirstPaths } from './list-first-steps.ts';
import { LoanSummary } from './loan-summary.tsx';
import { NeedsYou } from './needs-you.tsx';
import { News } from './news.tsx';
import { PaymentStrip } from './payment-strip.tsx';
import { Portfolio } from './portfolio.tsx';

export interface DashboardSectionsProps {
  accountId: string;
  /** Fields of an unavailable service are null, and only their section is blank. */
  data: DashboardQuery | undefined;
}

export function DashboardSections({ accountId, data }: DashboardSectionsProps) {
  const [dismissed, setDismissed] = useState(() => readMemory(accountId).dismissed ?? false);
  const dashboard = data?.dashboard;
  const paths = findPaths(data);
  const isStaff = data?.self?.operator ?? false;
  const newcomer = !isStaff && paths !== undefined && !paths.some(({ finished }) => finished);
  const steps = newcomer && !dismissed;
  const rows = countRows(dashboard);
  const needsList = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!dashboard) return;
    const rowHeight = (needsList.current?.offsetHeight ?? 0) / rows;
    remember(accountId, { rows, steps, ...(rowHeight > 0 ? { rowHeight } : {}) });
  }, [accountId, dashboard, rows, steps]);
  const dismiss = () => {
    remember(accountId, { dismissed: true });
    setDismissed(true);
    // The button is gone.
    document.querySelector('h1')?.focus();
  };
  return (
    <>
      {dashboard && <NeedsYou needs={dashboard} listRef={needsList} />}
      {steps && <FirstSteps paths={paths} onDismiss={dismiss} />}
      <div className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Portfolio domains={dashboard?.domains ?? undefined} />
        <News newcomer={newcomer} />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <LoanSummary side="borrowing" sum={dashboard?.borrowing ?? undefined} />
        <LoanSummary side="lending" sum={dashboard?.lending ?? undefined} />
      </div>
      {dashboard?.paymentFlows && <PaymentStrip payments={dashboard.paymentFlows} />}
    </>
  );
}

type Dashboard = DashboardQuery['dashboard'];

function countRows(dashboard: Dashboard | undefined): number {
  const { waitingLoans, waitingOffers, waitingPushes } = dashboard ?? {};
  const { waitingDisputes, waitingPayments } = dashboard ?? {};
  return (
    (waitingLoans?.escrows.length ?? 0) +
    (waitingOffers?.domains.length ?? 0) +
    (waitingPushes?.pushes.length ?? 0) +
    (waitingDisputes?.escrows.length ?? 0) +
    (waitingPayments?.payments.length ?? 0)
  );
}

/** Undefined while a service that knows one of the steps is unavailable. */
function findPaths(data: DashboardQuery | undefined): FirstPath[] | undefined {
  const { self, dashboard } = data ?? {};
  const { domains, milestones } = dashboard ?? {};
  return self && domains && milestones ? listFirstPaths({ self, domains, milestones }) : undefined;
}
