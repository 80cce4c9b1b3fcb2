/** A loan as its reader sees it; the phone's order is: what is next, terms, chat, then the rest. */

import type { ReactNode } from 'react';
import { Suspense, useDeferredValue, useState } from 'react';
import { useNow } from '../../graph/business-time.ts';
import { useSession } from '../../session/tokens.ts';
import { Timeline } from '../../ui/display/timeline.tsx';
import { later } from '../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { AskedMove } from './action/lazy-action-dialog.tsx';
import type { MoveName } from './action/loan-actions.ts';
import { Chat } from './chat/chat.tsx';
import type { CollateralFragment } from './collateral/collateral.generated.ts';
import { CollateralCard } from './collateral/collateral-card.tsx';
import { Figures } from './loan/loan-costs-card.tsx';
import { LoanHeader } from './loan/loan-header.tsx';
import { stepOf, stepsOf } from './loan/loan-steps.ts';
import { WhatNext } from './loan/next-step-card.tsx';
import { Payments } from './loan/payments.tsx';
import { isSignatureMissing, SignatureDialog } from './loan/signature-dialog.tsx';
import { Terms } from './loan/terms.tsx';
import type { Loan } from './loan-parties.ts';
import { firstNameOf, otherName } from './loan-parties.ts';

// What stands far down, or on few loans, comes after the rest.
const ContractCard = later(async () => (await import('./dispute/contract-card.tsx')).ContractCard);
const DisputeCard = later(async () => (await import('./dispute/dispute-card.tsx')).DisputeCard);
const History = later(async () => (await import('./history/history.tsx')).History);

export interface LoanViewProps {
  loan: Loan;
  domain: CollateralFragment | null;
  /** Reads the loan now; the sentence of why it could not be read, or nothing. */
  reload: () => Promise<string | undefined>;
  /** What could not be read. */
  notice: ReactNode;
  /** All of it at once: the view goes back to where it stood on it. Else what stands far down comes after the rest. */
  whole?: boolean;
}

const hasDispute = ({ escalation, evidence }: Loan) => escalation !== null || evidence.length > 0;

export function LoanView({ loan, domain, reload, notice, whole = false }: LoanViewProps) {
  const rest = useDeferredValue(true, whole);
  const accountId = useSession()?.accountId ?? '';
  const now = useNow();
  // Asked for at once; who closes it finds it again under Sign.
  const [move, setMove] = useState<MoveName | undefined>('sign');
  const close = () => setMove(undefined);
  const signing = move === 'sign' && isSignatureMissing(loan);
  const chatWith = loan.role === 'OPERATOR' ? 'Chat' : `Chat with ${firstNameOf(otherName(loan))}`;
  return (
    <>
      <LoanHeader loan={loan} />
      <section aria-label="Progress" className="mt-7">
        <Timeline
          steps={stepsOf(loan, now)}
          at={stepOf(loan.status)}
          disputed={loan.status === 'ESCALATED'}
        />
      </section>
      <div className="mt-5 empty:hidden">{notice}</div>
      <div
        aria-busy={!rest}
        className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
      >
        <div className="min-w-0 space-y-5 lg:col-start-2">
          <WhatNext loan={loan} onMove={setMove} />
          <Terms loan={loan} />
        </div>
        <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {rest && <Chat accountId={accountId} escrowId={loan.id} title={chatWith} />}
          <Suspense fallback={null}>{hasDispute(loan) && <DisputeCard loan={loan} />}</Suspense>
          <Suspense fallback={null}>
            {loan.role === 'OPERATOR' && <ContractCard loan={loan} />}
          </Suspense>
          <Suspense fallback={<Coming title="History" />}>
            {rest && <History escrowId={loan.id} />}
          </Suspense>
        </div>
        <div className="min-w-0 space-y-5 lg:col-start-2">
          {rest && (
            <>
              <Figures loan={loan} />
              <Payments loan={loan} />
              <CollateralCard loan={loan} domain={domain} />
            </>
          )}
        </div>
      </div>
      {signing && (
        <SignatureDialog
          loan={loan}
          onDone={reload}
          onCancelLoan={() => setMove('cancel')}
          onClose={close}
        />
      )}
      <AskedMove move={move} loan={loan} onClose={close} />
    </>
  );
}

/** As the part itself looks while it is read. */
function Coming({ title }: { title: string }) {
  return (
    <Card title={title}>
      <Skeleton rows={3} label={title} />
    </Card>
  );
}
