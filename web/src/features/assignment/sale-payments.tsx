/** The payments of a sold loan with their evidence. A former lender answers those that were made to them. */

import { Suspense, useState } from 'react';
import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { saveFile } from '../../graph/save-file.ts';
import type { PaymentStatus } from '../../graph/schema.generated.ts';
import { Button } from '../../ui/button/button.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { Sale } from './describe-sale.ts';

const AnswerDialog = lazyComponent(async () => (await import('./answer-dialog.tsx')).AnswerDialog);

type Payment = Sale['payments'][number];
export type Answer = { kind: 'CONFIRM' | 'DENY'; payment: Payment };

const statusTexts: Record<PaymentStatus, string> = {
  REPORTED: 'Not answered yet',
  CONFIRMED: 'Confirmed',
  CORRECTED: 'Confirmed with another amount',
  DENIED: 'Denied',
  DEEMED: 'Counts without an answer',
  WITHDRAWN: 'Withdrawn',
};

/** What the seller of a closed sale has yet to answer. */
const isToAnswer = ({ role, status }: Sale, payment: Payment): boolean =>
  role === 'SELLER' &&
  status === 'CLOSED' &&
  payment.payee === 'FORMER_LENDER' &&
  payment.status === 'REPORTED';

export function SalePayments({ sale }: { sale: Sale }) {
  const [answer, setAnswer] = useState<Answer>();
  const { payments } = sale;
  return (
    <Card title="Payments" className="sm:p-5">
      {payments.length === 0 ? (
        <p className="mt-1 text-ink-3">No payments yet.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {payments.map((payment) => (
            <Item key={payment.id} sale={sale} payment={payment} onAnswer={setAnswer} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {answer && (
          <AnswerDialog sale={sale} answer={answer} onClose={() => setAnswer(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}

interface ItemProps {
  sale: Sale;
  payment: Payment;
  onAnswer: (answer: Answer) => void;
}

function Item({ sale, payment, onAnswer }: ItemProps) {
  const { leg, payee, amount, confirmedAmount, date, status, evidenceIds } = payment;
  const name = `${formatMoney(amount)}${date ? ` of ${formatDay(date)}` : ''}`;
  const details = [payment.method, payment.reference, payment.reason].filter(Boolean);
  const files = sale.evidence.filter(({ id }) => evidenceIds.includes(id));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          <span className="num font-semibold">{formatMoney(confirmedAmount ?? amount)}</span>
          {date && <span className="text-ink-3"> on {formatDay(date)}</span>}
        </p>
        <p className="text-2xs text-ink-3 wrap-anywhere">
          {[
            ...(leg === 'ADVANCE' ? ['The loan, paid to the borrower'] : []),
            statusTexts[status] ?? status,
            ...(payee === 'FORMER_LENDER' ? [`paid to ${sale.sellerName}`] : []),
            ...details,
          ].join(' · ')}
        </p>
        {files.map((file) => (
          <Button
            key={file.id}
            size="row"
            variant="quiet"
            className="-ml-4"
            aria-label={`Download ${file.name}`}
            onClick={() => void save(file)}
          >
            {file.name}
          </Button>
        ))}
      </div>
      {isToAnswer(sale, payment) && (
        <div className="flex gap-2">
          <Button
            size="row"
            aria-label={`Confirm ${name}`}
            onClick={() => onAnswer({ kind: 'CONFIRM', payment })}
          >
            Confirm
          </Button>
          <Button
            size="row"
            aria-label={`Deny ${name}`}
            onClick={() => onAnswer({ kind: 'DENY', payment })}
          >
            Deny
          </Button>
        </div>
      )}
    </li>
  );
}

async function save({ path, name }: { path: string; name: string }): Promise<void> {
  const problem = await saveFile(path, name);
  if (problem) showBanner('red', problem);
}
