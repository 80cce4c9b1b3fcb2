/** Confirms the borrower's answer to an offer: accepting is binding, denying ends the offer. */

import { useNavigate } from 'react-router-dom';
import { formatDay } from '../../format/day.ts';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import { useAction } from '../../graph/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { AcceptOfferDocument, DenyOfferDocument } from './answer-offer.generated.ts';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';

export interface AnswerDialogProps {
  offer: ReceivedOfferFragment;
  answer: 'ACCEPT' | 'DENY';
  onClose: () => void;
}

export function AnswerDialog({ answer, ...props }: AnswerDialogProps) {
  return answer === 'ACCEPT' ? <AcceptDialog {...props} /> : <DenyDialog {...props} />;
}

type OfferDialogProps = Omit<AnswerDialogProps, 'answer'>;

/** States what accepting the offer commits the borrower to. */
function describeAcceptance({ amount, term, rate, disclosure }: OfferDialogProps['offer']): string {
  const terms = `${formatMoney(amount)} for ${formatDays(term)} at ${formatRate(rate)} a year`;
  const cost = `you would repay ${formatMoney(disclosure.repays)} by ${formatDay(disclosure.dueOn)}`;
  return `Accepting is binding. You borrow ${terms}; if paid out today, ${cost}. The listing closes, all other offers on the domain are denied, and you both get the contract to sign.`;
}

function AcceptDialog({ offer, onClose }: OfferDialogProps) {
  const navigate = useNavigate();
  const [accept] = useAction(AcceptOfferDocument);
  const confirm = async () => {
    const { acceptOffer } = await accept({ id: offer.id });
    onClose();
    showBanner('green', 'Escrow created');
    await navigate(`/app/escrow/${acceptOffer.id}`);
  };
  return (
    <ConfirmDialog
      title="Accept this offer?"
      domain={offer.unicodeName}
      effect={describeAcceptance(offer)}
      action="Accept"
      onConfirm={confirm}
      onClose={onClose}
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
