/** Where the reader pays, and where the reader is paid. Without a payee nothing is blocked; the cards ask for one. */

import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Code } from '../../../ui/display/code.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { namePayeeKind } from '../../../ui/loan/payee-kind-names.ts';
import { isReplacing } from '../legs/find-refinance.ts';
import type { LoanPayeeFragment } from '../loan.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName, getFirstName, isClosed } from '../loan-parties.ts';

const ChoosePayeeDialog = lazyComponent(
  async () => (await import('./choose-payee-dialog.tsx')).ChoosePayeeDialog,
);
const PaymentDialog = lazyComponent(
  async () => (await import('./payment-dialog.tsx')).PaymentDialog,
);

export function PayeeCards({ loan }: { loan: Loan }) {
  if (isClosed(loan) || loan.role === 'OPERATOR') return null;
  const isReceived = loan.receivedAt !== null;
  // Until the old loan is repaid, all payments of a refinancing go to its lender.
  const pays = (loan.role === 'BORROWER' || !isReceived) && !isReplacing(loan);
  const isPaid = loan.role === 'LENDER' || !isReceived;
  return (
    <>
      {pays && <WhereToPay loan={loan} />}
      {isPaid && <WherePaid loan={loan} />}
    </>
  );
}

function WhereToPay({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState(false);
  const { counterpartyPayee: payee, paymentDue } = loan;
  const name = getFirstName(getCounterpartyName(loan));
  return (
    <Card title="Where to pay" className="sm:p-5">
      {payee ? (
        <Summary payee={payee}>
          {!payee.acknowledged && (
            <p className="mt-3 text-amber">
              This has changed since the contract or since you last saw it. Ask {name} about it
              before you pay.
            </p>
          )}
        </Summary>
      ) : (
        <p className="mt-1 text-ink-2">
          {name} hasn’t chosen where to be paid. Ask in the chat; without a payee, pay as you both
          agreed.
        </p>
      )}
      {payee && paymentDue && (
        <Button size="row" className="mt-3" onClick={() => setOpen(true)}>
          Show payment details
        </Button>
      )}
      {payee && !paymentDue && (
        <p className="mt-3 text-xs text-ink-3">
          You see the details once your payment is due. Never pay to details from a chat or a mail.
        </p>
      )}
      <Suspense fallback={null}>
        {open && <PaymentDialog loan={loan} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

function WherePaid({ loan }: { loan: Loan }) {
  const [choosing, setChoosing] = useState(false);
  const { payee, payeeBlocked, borrowerSigned, lenderSigned, status } = loan;
  const name = getFirstName(getCounterpartyName(loan));
  const isUnsigned = status === 'PENDING_SIGNATURE' && !borrowerSigned && !lenderSigned;
  return (
    <Card title="Where you’re paid" className="sm:p-5">
      {payee ? (
        <Summary payee={payee} />
      ) : (
        <p className="mt-1 text-ink-2">
          Choose where {name} pays you.{' '}
          {isUnsigned
            ? 'Until one of you signs, the contract names it.'
            : `${name} sees the details once the payment is due.`}
        </p>
      )}
      {payeeBlocked === null ? (
        <Button size="row" className="mt-3" onClick={() => setChoosing(true)}>
          {payee ? 'Choose another' : 'Choose payee'}
        </Button>
      ) : (
        <p className="mt-3 text-xs text-ink-3">{payeeBlocked}</p>
      )}
      <Suspense fallback={null}>
        {choosing && <ChoosePayeeDialog loan={loan} onClose={() => setChoosing(false)} />}
      </Suspense>
    </Card>
  );
}

function Summary({ payee, children }: { payee: LoanPayeeFragment; children?: ReactNode }) {
  const now = useNow();
  const { masked, holder, fingerprint, pending } = payee;
  return (
    <>
      <Facts
        layout="list"
        className="mt-1"
        items={[
          { label: namePayeeKind(payee), value: masked },
          { label: 'Holder', value: <bdi>{holder}</bdi> },
          { label: 'Fingerprint', value: <Code>{fingerprint}</Code> },
        ]}
      />
      {children}
      {pending && (
        <p className="mt-3 text-amber">
          Changes to {pending.masked} on{' '}
          <Time value={pending.effectiveAt} as="short-day-time" now={now} />. Until then {masked}{' '}
          stays valid.
        </p>
      )}
    </>
  );
}
