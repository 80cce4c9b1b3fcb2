/** Why transfers away from the platform were rejected. They are read once the reader opens the list. */

import { useState } from 'react';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RejectedTransfersDocument } from './rejected-transfers.generated.ts';

const kinds = { TRANSFER_OUT: 'Transfer out', REQUEST: 'Request from another registrar' };

export function RejectedTransfers({ domainId }: { domainId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="mt-3 border-t border-line pt-3"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="cursor-pointer font-semibold">Rejected transfers</summary>
      {opened && <Rejections domainId={domainId} />}
    </details>
  );
}

function Rejections({ domainId }: { domainId: string }) {
  const { data, problem, retry } = usePageQuery(RejectedTransfersDocument, { id: domainId });
  const rejections = data?.domain?.rejectedTransfers;
  if (problem && !rejections) return <PageProblem problem={problem} onTryAgain={retry} />;
  if (!data) return <Skeleton rows={2} label="Rejected transfers" />;
  if (!rejections || rejections.length === 0)
    return (
      <p className="mt-1.5 text-xs text-ink-2">No transfer was rejected in the last 15 months.</p>
    );
  return (
    <ul aria-label="Rejected transfers" className="mt-1.5 space-y-1.5 text-xs text-ink-2">
      {rejections.map(({ kind, reason, message, at }) => (
        <li key={`${at} ${kind} ${reason}`} className="wrap-anywhere">
          <Time value={at} as="day" /> <span className="font-semibold text-ink">{kinds[kind]}</span>
          : {message}
        </li>
      ))}
    </ul>
  );
}
