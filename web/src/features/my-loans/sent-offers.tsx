/** Offers sent: the yield and the expiry of each, and the button to rescind it. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { computeDueAt } from '../../format/due-day.ts';
import { formatMoney } from '../../format/money.ts';
import { useNow } from '../../graph/business-time.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Time } from '../../ui/display/time.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { RescindOfferDocument } from './answer-offer.generated.ts';
import {
  describeOffer,
  getOfferHref,
  OfferDetail,
  OfferPlan,
  offerColumns,
} from './offer-columns.tsx';
import type { OfferTermsFragment } from './offer-terms.generated.ts';

type Offer = OfferTermsFragment;

const columns: readonly Column<Offer>[] = [
  ...offerColumns,
  { header: 'Actions', width: 8.5, actions: true, cell: (offer) => <Rescind offer={offer} /> },
];

export interface SentOffersProps {
  offers: readonly Offer[];
  busy: boolean;
  empty: ReactNode;
  foot: ReactNode;
}

export function SentOffers({ offers, ...rest }: SentOffersProps) {
  return (
    <DataTable
      caption="Offers sent"
      columns={columns}
      rows={offers}
      getKey={({ id }) => id}
      getHref={getOfferHref}
      getDetail={(offer) => (offer.status === 'PENDING' ? <Yield offer={offer} /> : null)}
      {...rest}
    />
  );
}

function Yield({ offer }: { offer: Offer }) {
  const { receives, repays, interest } = offer.disclosure;
  const now = useNow();
  return (
    <OfferDetail
      offer={offer}
      summary={
        <>
          You get back <Money cents={repays} />
        </>
      }
      messageCaption="Your message"
    >
      <p>
        You send <Money cents={receives} />, get back <Money cents={repays} /> and earn{' '}
        <Money cents={interest} />. Due <Time value={computeDueAt(offer.term, now)} as="day" />, if
        paid out today.
      </p>
      <OfferPlan offer={offer} side="lender" />
    </OfferDetail>
  );
}

function Rescind({ offer }: { offer: Offer }) {
  const [asking, setAsking] = useState(false);
  const isOpen = offer.actions.includes('RESCIND');
  return (
    <>
      {isOpen && (
        <RowActions menu={false}>
          <Button
            size="row"
            aria-label={`Rescind ${describeOffer(offer)}`}
            onClick={() => setAsking(true)}
          >
            Rescind
          </Button>
        </RowActions>
      )}
      {asking && <RescindDialog offer={offer} onClose={() => setAsking(false)} />}
    </>
  );
}

function RescindDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const [rescind] = useAction(RescindOfferDocument, { refetch: ['Lend'] });
  const confirm = async () => {
    await rescind({ id: offer.id });
    onClose();
    showBanner('green', 'Offer rescinded');
  };
  return (
    <ConfirmDialog
      title="Rescind this offer?"
      domain={offer.unicodeName}
      effect={`Your offer of ${formatMoney(offer.amount)} ends, and the borrower is notified. You can make another while the domain is listed.`}
      action="Rescind"
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
