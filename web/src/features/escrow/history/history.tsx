/** The history of a loan, newest first. */

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoanStatus } from '../../../ui/status/loan-status.tsx';
import { useCursorPages } from '../use-cursor-pages.ts';
import type { HistoryEntryFragment } from './history.generated.ts';
import { LoanHistoryDocument, OlderHistoryDocument } from './history.generated.ts';

/** Entries shown before the reader opens the rest. */
const initialCount = 6;

const pageOptions = {
  getTimestamp: ({ at }: HistoryEntryFragment) => at,
  pageSize: 20,
  olderPageSize: 50,
};

export function History({ escrowId }: { escrowId: string }) {
  const client = useApolloClient();
  const { data, problem, retry } = usePageQuery(LoanHistoryDocument, { id: escrowId });
  const { pages, addOlder } = useCursorPages(data?.escrowHistory, pageOptions);
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const entries = pages?.entries.toReversed() ?? [];
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
        {entries.slice(0, all ? undefined : initialCount).map((entry) => (
          <HistoryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {(pages?.complete === false || (!all && entries.length > initialCount)) && (
        <Button size="row" busy={busy} onClick={loadOlder} className="mt-4">
          Older history
        </Button>
      )}
    </Card>
  );
}

function HistoryItem({ entry }: { entry: HistoryEntryFragment }) {
  const now = useNow();
  const { at, actor, text, from, to, note } = entry;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 last:pb-0">
      <p className="font-semibold wrap-anywhere">{text}</p>
      <p className="text-right text-2xs text-ink-3">
        <Time value={at} as="short-day-time" now={now} />
      </p>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-ink-2">
        <bdi className="wrap-anywhere">{actor === 'System' ? 'Nameloan' : actor}</bdi>
        {to && from !== to && <LoanStatus status={to} />}
      </div>
      {note && (
        <p dir="auto" className="col-span-2 mt-1 text-ink-2 wrap-anywhere whitespace-pre-wrap">
          {note}
        </p>
      )}
    </li>
  );
}
