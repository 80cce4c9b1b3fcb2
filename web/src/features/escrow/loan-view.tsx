/** The page of a loan. The DOM order is the order on a phone: next step, repayment, chat, domain, history. */

import type { ReactNode } from 'react';
import { Suspense, useDeferredValue, useState } from 'react';
import { useNow } from '../../graph/business-time.ts';
import { useSession } from '../../session/tokens.ts';
import { Timeline } from '../../ui/display/timeline.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { hasInstalments } from '../../ui/plan/plan-record.ts';
import { LazyActionDialog } from './action/lazy-action-dialog.tsx';
import type { ActionButton } from './action/loan-actions.ts';
import { findButton } from './action/loan-actions.ts';
import type { CollateralFragment } from './collateral/collateral.generated.ts';
import { isSignatureMissing } from './loan/is-signature-missing.ts';
import { LoanHeader } from './loan/loan-header.tsx';
import { buildSteps, getCurrentStep } from './loan/loan-steps.ts';
import { NextStepCard } from './loan/next-step-card.tsx';
import { RepaymentCard } from './loan/repayment-card.tsx';
import type { Loan } from './loan-parties.ts';
import { getCounterpartyName, getFirstName } from './loan-parties.ts';

// Cards far down the page, shown on few loans or filled later load after the rest.
const Chat = lazyComponent(async () => (await import('./chat/chat.tsx')).Chat);
const CollateralCard = lazyComponent(
  async () => (await import('./collateral/collateral-card.tsx')).CollateralCard,
);
const DisputeCards = lazyComponent(
  async () => (await import('./dispute/dispute-cards.tsx')).DisputeCards,
);
const LoanDiligenceCard = lazyComponent(
  async () => (await import('../../graph/diligence/diligence-cards.tsx')).LoanDiligenceCard,
);
const PayeeCards = lazyComponent(async () => (await import('./payee/payee-cards.tsx')).PayeeCards);
const SideCards = lazyComponent(async () => (await import('./side-cards.tsx')).SideCards);
const ScheduleCard = lazyComponent(
  async () => (await import('./schedule/schedule-card.tsx')).ScheduleCard,
);
const SignatureDialog = lazyComponent(
  async () => (await import('./loan/signature-dialog.tsx')).SignatureDialog,
);
const History = lazyComponent(async () => (await import('./history/history.tsx')).History);

export interface LoanViewProps {
  loan: Loan;
  domain: CollateralFragment | null;
  /** Refetches the loan. Resolves to the error message, or to undefined on success. */
  reload: () => Promise<string | undefined>;
  /** The problem of the last read, if any. */
  notice: ReactNode;
  /** Renders all cards at once, so that a return restores the scroll position. By default lower cards render later. */
  renderAll?: boolean;
}

export function LoanView({ loan, domain, reload, notice, renderAll = false }: LoanViewProps) {
  const showsRest = useDeferredValue(true, renderAll);
  const accountId = useSession()?.accountId ?? '';
  const now = useNow();
  const [button, setButton] = useState<ActionButton>();
  // A missing signature is requested when the page opens; the Sign button opens the dialog again.
  const [signing, setSigning] = useState(true);
  const open = (pressed: ActionButton | undefined) => {
    const signs = pressed?.actions.includes('SIGN') ?? false;
    setSigning(signs);
    setButton(signs ? undefined : pressed);
  };
  const close = () => open(undefined);
  const chatWith =
    loan.role === 'OPERATOR' ? 'Chat' : `Chat with ${getFirstName(getCounterpartyName(loan))}`;
  return (
    <>
      <LoanHeader loan={loan} />
      <section aria-label="Progress" className="mt-7">
        <Timeline steps={buildSteps(loan, now)} at={getCurrentStep(loan)} />
      </section>
      <div className="mt-5 empty:hidden">{notice}</div>
      <div aria-busy={!showsRest} className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-5 lg:col-start-2">
          <NextStepCard loan={loan} onAction={open} />
          <RepaymentCard loan={loan} />
          <Suspense fallback={null}>
            <PayeeCards loan={loan} />
          </Suspense>
          <Suspense fallback={null}>{showsRest && <SideCards loan={loan} />}</Suspense>
        </div>
        <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-start-1">
          {(hasInstalments(loan) || hasInstalments(loan.presentTerms)) && (
            <Suspense fallback={<CardSkeleton title="Schedule" />}>
              <ScheduleCard loan={loan} />
            </Suspense>
          )}
          <Suspense fallback={<ChatSkeleton title={chatWith} />}>
            {showsRest && <Chat accountId={accountId} escrowId={loan.id} title={chatWith} />}
          </Suspense>
          <Suspense fallback={null}>
            <DisputeCards loan={loan} />
          </Suspense>
          <Suspense fallback={<CardSkeleton title="Domain" />}>
            {showsRest && <CollateralCard loan={loan} domain={domain} />}
          </Suspense>
          <Suspense fallback={<CardSkeleton title="Diligence" />}>
            {showsRest && <LoanDiligenceCard id={loan.id} name={loan.domainName} />}
          </Suspense>
          <Suspense fallback={<CardSkeleton title="History" />}>
            {showsRest && <History escrowId={loan.id} amount={loan.amount} />}
          </Suspense>
        </div>
      </div>
      <Suspense fallback={null}>
        {signing && isSignatureMissing(loan) && (
          <SignatureDialog
            loan={loan}
            onDone={reload}
            onCancelLoan={() => open(findButton(loan, 'CANCEL'))}
            onClose={close}
          />
        )}
      </Suspense>
      <LazyActionDialog button={button} loan={loan} domain={domain} onClose={close} />
    </>
  );
}

/** As high as the chat, so that nothing below it moves. */
function ChatSkeleton({ title }: { title: string }) {
  return (
    <div className="h-[30rem] overflow-hidden rounded-lg border border-line bg-surface lg:h-[34rem]">
      <Skeleton rows={4} label={title} />
    </div>
  );
}

/** Looks like the card does while its data loads. */
function CardSkeleton({ title }: { title: string }) {
  return (
    <Card title={title}>
      <Skeleton rows={3} label={title} />
    </Card>
  );
}
