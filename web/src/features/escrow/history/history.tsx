/** The history of a loan with its payments, newest first. */

import { useApolloClient } from '@apollo/client/react';
import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoanStatus } from '../../../ui/status/loan-status.tsx';
import { useCursorPages } from '../use-cursor-pages.ts';
import type { HistoryRow } from './group-entries.ts';
import { groupEntries } from './group-entries.ts';
import type { HistoryEntryFragment } from './history.generated.ts';
import { LoanHistoryDocument, OlderHistoryDocument } from './history.generated.ts';
import { HistoryNote } from './history-note.tsx';

/** Rows shown before the reader opens the rest. */
const initialCount = 6;

const pageOptions = {
  getTimestamp: ({ at }: HistoryEntryFragment) => at,
  pageSize: 20,
  olderPageSize: 50,
};

export interface HistoryProps {
  escrowId: string;
  /** US cents: what the lender pays. */
  amount: number;
}

export function History({ escrowId, amount }: HistoryProps) {
  const client = useApolloClient();
  const { data, problem, retry } = usePageQuery(LoanHistoryDocument, { id: escrowId });
  const { pages, addOlder } = useCursorPages(data?.escrowHistory, pageOptions);
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const rows = groupEntries(pages?.entries.toReversed() ?? []);
  const before = pages?.entries[0]?.id;
  const loadOlder = async () => {
    setAll(true);
    if (!all || !before) return;
    setBusy(true);
    try {
      const { data: page } = await client.query({
        query: OlderHistoryDocument,
        variables: { id: escrowId, before },
        fetchPolicy: 'no-cache',
      });
      if (page?.escrowHistory) addOlder({ before, older: page.escrowHistory });
    } catch {
      // The loaded entries and the button stay.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="History">
      <div className="mt-3 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {!pages && !problem && <Skeleton rows={3} label="History" />}
      <ol className="mt-1 divide-y divide-line">
        {rows.slice(0, all ? undefined : initialCount).map((row) => (
          <HistoryItem key={row[0].id} row={row} amount={amount} />
        ))}
      </ol>
      {(pages?.complete === false || (!all && rows.length > initialCount)) && (
        <Button size="row" busy={busy} onClick={loadOlder} className="mt-4">
          Older history
        </Button>
      )}
    </Card>
  );
}

/** The parties' statements about money; the platform never holds it. */
const payments = new Set<HistoryEntryFragment['action']>([
  'MARK_PAID',
  'PAYMENT_DETAILS',
  'CONFIRM_RECEIPT',
  'DEEM_RECEIVED',
  'CLAIM_REPAID',
]);

function HistoryItem({ row, amount }: { row: HistoryRow; amount: number }) {
  const now = useNow();
  const [{ at, actor, action, text, from, to, note }, ...earlier] = row;
  const isPayment = payments.has(action);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 last:pb-0">
      <p className="flex items-baseline gap-1.5 font-semibold">
        {isPayment && (
          <Banknote
            size={16}
            aria-hidden="true"
            className="shrink-0 text-lend-ink"
            style={{ alignSelf: 'start', marginTop: 3 }}
          />
        )}
        <span className="min-w-0 wrap-anywhere">
          {text}
          {earlier.length > 0 && `, ${row.length} times`}
        </span>
      </p>
      <p className="text-right text-2xs text-ink-3">
        <Time value={at} as="short-day-time" now={now} />
      </p>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-ink-2">
        <bdi className="wrap-anywhere">{actor === 'System' ? 'Nameloan' : actor}</bdi>
        {isPayment && action !== 'CLAIM_REPAID' && (
          <span className="num font-semibold">{formatMoney(amount)}</span>
        )}
        {earlier.length > 0 && (
          <span className="text-ink-3">
            earlier:{' '}
            {earlier.map((one, index) => (
              <span key={one.id}>
                {index > 0 && ', '}
                <Time value={one.at} as="short-day" now={now} />
              </span>
            ))}
          </span>
        )}
        {to && from !== to && <LoanStatus status={to} />}
      </div>
      {note && (
        <div className="col-span-2">
          <HistoryNote note={note} />
        </div>
      )}
    </li>
  );
}
