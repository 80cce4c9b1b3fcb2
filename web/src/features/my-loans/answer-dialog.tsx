/** Confirms the borrower's answer to an offer. */

import { useQuery } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDays } from '../../format/days.ts';
import { formatDueDay } from '../../format/due-day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatApr, formatRate } from '../../format/percent.ts';
import { businessNow } from '../../graph/business-time.ts';
import { useAction } from '../../graph/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { Fact } from '../../ui/display/facts.tsx';
import { Time } from '../../ui/display/time.tsx';
import { ValueBar } from '../../ui/display/value-bar.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { TextArea } from '../../ui/input/text-area.tsx';
import { contractNames } from '../../ui/loan/contract-names.ts';
import { graceDays } from '../../ui/loan/loan-days.ts';
import { refinanceTexts } from '../../ui/loan/refinance-texts.ts';
import { describeMissedPayment } from '../../ui/plan/describe-missed-payment.ts';
import { describePlan } from '../../ui/plan/describe-plan.ts';
import { hasInstalments } from '../../ui/plan/plan-record.ts';
import {
  AcceptOfferDocument,
  DenyOfferDocument,
  OfferValueDocument,
} from './answer-offer.generated.ts';
import { OfferPlan } from './offer-columns.tsx';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { describeTrackRecord } from './track-record.ts';

const OfferWarnings = lazyComponent(
  async () => (await import('../../graph/diligence/offer-warnings.tsx')).OfferWarnings,
);

export interface AnswerDialogProps {
  offer: ReceivedOfferFragment;
  answer: 'ACCEPT' | 'DENY';
  onClose: () => void;
}

export function AnswerDialog({ answer, ...props }: AnswerDialogProps) {
  return answer === 'ACCEPT' ? <AcceptDialog {...props} /> : <DenyDialog {...props} />;
}

type OfferDialogProps = Omit<AnswerDialogProps, 'answer'>;

/** What the borrower takes on; the day and the costs are those of a payment today. */
function listTerms(offer: OfferDialogProps['offer']): Fact[] {
  const { term, rate, contract, disclosure, lenderTrackRecord, expiresAt } = offer;
  const plan = describePlan(offer);
  const { receives, transferFee, repays, aprAllCostsPercent } = disclosure;
  return [
    {
      label: offer.refinances === null ? 'You receive' : 'New loan',
      value: (
        <>
          <span className="block text-right">{formatMoney(receives)}</span>
          <span className="block text-right font-medium text-xs">
            {`${formatRate(rate)}, ${formatDays(term)}`}
          </span>
          <OfferedValue offer={offer} />
        </>
      ),
    },
    {
      label: 'You repay',
      value: `${formatMoney(repays)}${plan ? ` in ${plan},` : ''} by ${formatDueDay(term, businessNow())} if it’s paid out today; ${graceDays} days of grace follow`,
    },
    offer.refinances === null
      ? {
          label: 'Transfer fee',
          value:
            transferFee > 0
              ? `${formatMoney(transferFee)} from your balance when you transfer in`
              : formatMoney(0),
        }
      : { label: 'Today’s payoff', value: <PayoffSplit offer={offer} /> },
    // With a plan its yearly rates are with its payments.
    ...(plan ? [] : [{ label: 'APR incl. fees', value: formatApr(aprAllCostsPercent) }]),
    { label: 'Agreement', value: contractNames[contract] },
    ...(lenderTrackRecord
      ? [{ label: 'Lender’s record', value: describeTrackRecord(lenderTrackRecord) }]
      : []),
    {
      label: 'Offer ends',
      value: <Time value={expiresAt} as="short-day-time" now={businessNow()} />,
    },
  ];
}

/** What the borrower of a refinancing adds or gets, by the payoff of today. */
function PayoffSplit({ offer }: Pick<OfferDialogProps, 'offer'>) {
  const { data } = useQuery(OfferValueDocument, {
    variables: { id: offer.id },
    errorPolicy: 'all',
  });
  const payoff = data?.offer?.runningLoan?.payoff;
  if (payoff === undefined) return '–';
  const left = offer.amount - payoff;
  const share = left < 0 ? `you add ${formatMoney(-left)}` : `leaves ${formatMoney(left)} for you`;
  return `${formatMoney(payoff)}; ${share}`;
}

/** Its place while it loads, and while the domains service is unavailable. */
function OfferedValue({ offer }: Pick<OfferDialogProps, 'offer'>) {
  const { data } = useQuery(OfferValueDocument, {
    variables: { id: offer.id },
    errorPolicy: 'all',
  });
  const domain = data?.offer?.domain;
  if (!domain) return <span className="block h-8.5" />;
  return (
    <ValueBar
      estimate={domain.appraisal}
      ownerValueCents={domain.ownerValue}
      loanCents={offer.amount}
      className="w-52"
    />
  );
}

function AcceptDialog({ offer, onClose }: OfferDialogProps) {
  const navigate = useNavigate();
  const [accept] = useAction(AcceptOfferDocument);
  const [claims, setClaims] = useState('');
  const isPlanned = hasInstalments(offer);
  const missed = describeMissedPayment(offer.unicodeName, { reader: 'borrower', isPlanned });
  const confirm = async () => {
    const { acceptOffer } = await accept({ id: offer.id, knownClaims: claims.trim() || null });
    onClose();
    showBanner('green', 'Escrow created');
    await navigate(`/app/escrow/${acceptOffer.id}`);
  };
  return (
    <ConfirmDialog
      title="Accept this offer?"
      domain={offer.unicodeName}
      facts={listTerms(offer)}
      effect={`${missed}${offer.refinances === null ? '' : ` ${refinanceTexts.borrower}`} Your listing closes, and all other offers on it are denied. You owe nothing until both of you have signed and the money has arrived.`}
      statement={
        claims.trim()
          ? 'You state the third-party claims above.'
          : 'You state that you know of no third-party claims.'
      }
      action="Accept"
      onConfirm={confirm}
      onClose={onClose}
    >
      <Suspense fallback={null}>
        <OfferWarnings listingId={offer.listingId} termDays={offer.term} />
      </Suspense>
      <OfferPlan offer={offer} side="borrower" />
      <KnownClaims value={claims} onChange={setClaims} />
    </ConfirmDialog>
  );
}

/** The contract says who bears such a claim, and prints the statement. */
function KnownClaims({ value, onChange }: { value: string; onChange: (claims: string) => void }) {
  return (
    <TextArea
      label="Third-party claims (optional)"
      hint="A complaint, dispute or trademark claim that you know of. Leave empty to state that you know of none. The lender reads it in the contract."
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="mt-4"
    />
  );
}

function DenyDialog({ offer, onClose }: OfferDialogProps) {
  const [deny] = useAction(DenyOfferDocument, { refetch: ['Borrow'] });
  const confirm = async () => {
    await deny({ id: offer.id });
    onClose();
    showBanner('green', 'Offer denied');
  };
  return (
    <ConfirmDialog
      title="Deny this offer?"
      domain={offer.unicodeName}
      effect={`The lender’s offer of ${formatMoney(offer.amount)} ends, and the lender is notified. Your listing stays open.`}
      action="Deny"
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
