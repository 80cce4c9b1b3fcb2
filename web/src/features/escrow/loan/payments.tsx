/** What each side said of the money: sent, received, repaid. The platform never holds it. */

import { formatDay } from '../../../format/day.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { SaidFragment } from '../loan.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { saidBy } from '../loan-parties.ts';

export function Payments({ loan }: { loan: Loan }) {
  const { sent, receivedAt, receivedBy, repaymentClaim } = loan;
  if (!sent && !receivedAt && !repaymentClaim) return null;
  return (
    <Card title="Payments" className="sm:p-5">
      <ol className="mt-1 divide-y divide-line">
        {sent && (
          <Word who={saidBy(loan, 'LENDER')} what="sent the money" at={sent.at} note={sent} />
        )}
        {receivedAt && (
          <Word
            who={receivedBy === 'SILENCE' ? 'Nobody' : saidBy(loan, 'BORROWER')}
            what={
              receivedBy === 'SILENCE'
                ? 'said otherwise, so the money counts as received'
                : 'confirmed that it arrived'
            }
            at={receivedAt}
          />
        )}
        {repaymentClaim && (
          <Word
            who={saidBy(loan, 'BORROWER')}
            what="repaid the loan, as claimed"
            at={repaymentClaim.at}
            note={repaymentClaim}
          />
        )}
      </ol>
    </Card>
  );
}

interface WordProps {
  who: string;
  what: string;
  at: string;
  note?: SaidFragment;
}

function Word({ who, what, at, note }: WordProps) {
  const now = useNow();
  const told = [note?.date && formatDay(note.date), note?.method, note?.reference].filter(Boolean);
  return (
    <li className="py-2.5 last:pb-0">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{who}</bdi> {what}
      </p>
      {told.length > 0 && (
        <p dir="auto" className="num text-ink-2 wrap-anywhere">
          {told.join(', ')}
        </p>
      )}
      <p className="text-2xs text-ink-3">
        <Time value={at} as="short-day-time" now={now} />
      </p>
    </li>
  );
}
