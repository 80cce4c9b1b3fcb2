/** All that happened on a loan, the newest first: who, what, when, and what was said with it. */

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePage } from '../../../graph/use-page.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoanStatus } from '../../../ui/status/loan-status.tsx';
import { useStretch } from '../use-cursor-pages.ts';
import type { HistoryLineFragment } from './history.generated.ts';
import { LoanHistoryDocument, OlderHistoryDocument } from './history.generated.ts';
import { historyWords } from './history-labels.ts';

/** As many as tell the present; the rest is a press away. */
const shownAtFirst = 6;

const reading = { atOf: ({ at }: HistoryLineFragment) => at, pageLength: 20, olderLength: 50 };

export function History({ escrowId }: { escrowId: string }) {
  const client = useApolloClient();
  const { data, problem, retry } = usePage(LoanHistoryDocument, { id: escrowId });
  const { stretch, addOlder } = useStretch(data?.escrowHistory, reading);
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const lines = stretch?.entries.toReversed() ?? [];
  const before = stretch?.entries[0]?.id;
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
      // What is there stays, and the button with it.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="History">
      <div className="mt-3 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {!stretch && !problem && <Skeleton rows={3} label="History" />}
      <ol className="mt-1 divide-y divide-line">
        {lines.slice(0, all ? undefined : shownAtFirst).map((line) => (
          <HistoryItem key={line.id} line={line} />
        ))}
      </ol>
      {(stretch?.whole === false || (!all && lines.length > shownAtFirst)) && (
        <Button size="row" busy={busy} onClick={loadOlder} className="mt-4">
          Older history
        </Button>
      )}
    </Card>
  );
}

function HistoryItem({ line }: { line: HistoryLineFragment }) {
  const now = useNow();
  const { at, actor, action, from, to, note } = line;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 last:pb-0">
      <p className="font-semibold wrap-anywhere">{historyWords(action)}</p>
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
