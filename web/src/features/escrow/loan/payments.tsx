/** The payments that the parties reported: sent, received, repaid. The platform never holds loan money. */

import { formatDay } from '../../../format/day.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { PaymentNoteFieldsFragment } from '../loan.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { labelParty } from '../loan-parties.ts';

export function Payments({ loan }: { loan: Loan }) {
  const { sent, receivedAt, receivedBy, repaymentClaim } = loan;
  if (!sent && !receivedAt && !repaymentClaim) return null;
  return (
    <Card title="Payments" className="sm:p-5">
      <ol className="mt-1 divide-y divide-line">
        {sent && (
          <PaymentStatement
            who={labelParty(loan, 'LENDER')}
            what="sent the money"
            at={sent.at}
            note={sent}
          />
        )}
        {receivedAt && (
          <PaymentStatement
            who={labelParty(loan, 'BORROWER')}
            what={
              receivedBy === 'SILENCE'
                ? 'did not answer, so the payment counts as received'
                : 'confirmed receipt'
            }
            at={receivedAt}
          />
        )}
        {repaymentClaim && (
          <PaymentStatement
            who={labelParty(loan, 'BORROWER')}
            what="reported the loan as repaid"
            at={repaymentClaim.at}
            note={repaymentClaim}
          />
        )}
      </ol>
    </Card>
  );
}

interface PaymentStatementProps {
  who: string;
  what: string;
  at: string;
  note?: PaymentNoteFieldsFragment;
}

function PaymentStatement({ who, what, at, note }: PaymentStatementProps) {
  const now = useNow();
  const details = [note?.date && formatDay(note.date), note?.method, note?.reference].filter(
    Boolean,
  );
  return (
    <li className="py-2.5 last:pb-0">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{who}</bdi> {what}
      </p>
      {details.length > 0 && (
        <p dir="auto" className="num text-ink-2 wrap-anywhere">
          {details.join(', ')}
        </p>
      )}
      <p className="text-2xs text-ink-3">
        <Time value={at} as="short-day-time" now={now} />
      </p>
    </li>
  );
}
