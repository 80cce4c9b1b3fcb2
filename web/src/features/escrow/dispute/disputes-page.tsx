/** What waits for an operator: disputes to decide, and payments that are not what was asked for. */

import { useParams, useSearchParams } from 'react-router-dom';
import { usePage } from '../../../graph/use-page-query.ts';
import { Loader } from '../../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { PaymentExceptions } from '../payment-exception/payment-exceptions.tsx';
import { DisputePage } from './dispute-page.tsx';
import { DisputeQueue } from './dispute-queue.tsx';
import { OperatorDocument } from './operator.generated.ts';

export function DisputesPage() {
  const { id } = useParams();
  const { data, loading } = usePage(OperatorDocument, {});
  if (loading) return <Loader />;
  // Nobody else is told that there is such a page.
  if (data?.self && !data.self.operator) return <NotFoundPage home="/app" />;
  return id === undefined ? <Waiting /> : <DisputePage key={id} id={id} />;
}

const tabs = [
  { key: 'disputes', label: 'Disputes' },
  { key: 'payments', label: 'Odd payments' },
] as const;

function Waiting() {
  const [query, setQuery] = useSearchParams();
  const selected = query.get('tab') === 'payments' ? 'payments' : 'disputes';
  return (
    <>
      <PageHeading title={selected === 'disputes' ? 'Disputes' : 'Odd payments'}>
        Disputes
      </PageHeading>
      <p className="mt-1 text-ink-2">What waits for an operator, the longest waiting first.</p>
      <div className="mt-6">
        <Tabs
          name="What waits"
          tabs={tabs}
          selected={selected}
          onSelect={(tab) => setQuery(tab === 'payments' ? { tab } : {})}
        >
          <div className="mt-5">
            {selected === 'disputes' ? <DisputeQueue /> : <PaymentExceptions />}
          </div>
        </Tabs>
      </div>
    </>
  );
}
