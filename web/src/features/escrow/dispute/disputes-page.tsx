/** The operator's queues: disputes to decide, held domains to release, and payment exceptions to settle. */

import { useParams, useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Loader } from '../../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { DisputedSales } from '../assignment/disputed-sales.tsx';
import { HoldQueue } from '../hold/hold-queue.tsx';
import { PaymentExceptions } from '../payment-exception/payment-exceptions.tsx';
import { DisputePage } from './dispute-page.tsx';
import { DisputeQueue } from './dispute-queue.tsx';
import { HeldQueue } from './held-queue.tsx';
import { OperatorDocument } from './operator.generated.ts';

export function DisputesPage() {
  const { id } = useParams();
  const { data, loading } = usePageQuery(OperatorDocument, {});
  if (loading) return <Loader />;
  // To other users the page does not exist.
  if (data?.self && !data.self.operator) return <NotFoundPage home="/app" />;
  return id === undefined ? <Queues /> : <DisputePage key={id} id={id} />;
}

const tabs = [
  { key: 'disputes', label: 'Disputes' },
  { key: 'held', label: 'Held domains' },
  { key: 'payments', label: 'Payment exceptions' },
  { key: 'holds', label: 'Legal holds' },
  { key: 'sales', label: 'Sales' },
] as const;

/** What each queue waits for. */
const waits = {
  disputes: 'decision',
  held: 'release',
  payments: 'decision',
  holds: 'case to end',
  sales: 'decision',
} as const;

function Queues() {
  const [query, setQuery] = useSearchParams();
  const selected = tabs.find(({ key }) => key === query.get('tab'))?.key ?? 'disputes';
  return (
    <>
      <PageHeading title={tabs.find(({ key }) => key === selected)?.label ?? 'Disputes'}>
        Disputes
      </PageHeading>
      <p className="mt-1 text-ink-2">
        Waiting for a {waits[selected]}, oldest first.
        {selected === 'disputes' &&
          ' A dispute stays open, even overdue, until it is decided or settled.'}
      </p>
      <div className="mt-6">
        <Tabs
          name="Queues"
          tabs={tabs}
          selected={selected}
          onSelect={(tab) => setQuery(tab === 'disputes' ? {} : { tab })}
        >
          <div className="mt-5">
            {selected === 'disputes' && <DisputeQueue />}
            {selected === 'held' && <HeldQueue />}
            {selected === 'payments' && <PaymentExceptions />}
            {selected === 'holds' && <HoldQueue />}
            {selected === 'sales' && <DisputedSales />}
          </div>
        </Tabs>
      </div>
    </>
  );
}
