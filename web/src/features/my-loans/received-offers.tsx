/** Offers received: the costs of each, the lender's record, and the buttons to answer it. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatApr } from '../../format/percent.ts';
import { Button } from '../../ui/button/button.tsx';
import { Money } from '../../ui/display/money.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { describeOffer, getOfferHref, OfferDetail, offerColumns } from './offer-columns.tsx';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { describeTrackRecord } from './track-record.ts';

type Offer = ReceivedOfferFragment;
export type Answer = 'ACCEPT' | 'DENY';

export interface ReceivedOffersProps {
  offers: readonly Offer[];
  busy: boolean;
  empty: ReactNode;
  foot: ReactNode;
}

export function ReceivedOffers({ offers, ...rest }: ReceivedOffersProps) {
  // Kept by the table, because a live update may remove the row while its dialog is open.
  const [openDialog, setOpenDialog] = useState<{ offer: Offer; answer: Answer }>();
  const actions: Column<Offer> = {
    header: 'Actions',
    actions: true,
    cell: (offer) => (
      <AnswerButtons offer={offer} onAnswer={(answer) => setOpenDialog({ offer, answer })} />
    ),
  };
  return (
    <>
      <DataTable
        caption="Offers received"
        columns={[...offerColumns, actions]}
        rows={offers}
        getKey={({ id }) => id}
        getHref={getOfferHref}
        getDetail={(offer) => (offer.status === 'PENDING' ? <Costs offer={offer} /> : null)}
        wide
        {...rest}
      />
      {openDialog && <AnswerDialog {...openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

function AnswerButtons({ offer, onAnswer }: { offer: Offer; onAnswer: (answer: Answer) => void }) {
  const { actions } = offer;
  const description = describeOffer(offer);
  if (actions.length === 0) return null;
  return (
    <RowActions menu={false}>
      {actions.includes('ACCEPT') && (
        <Button
          size="row"
          variant="outline"
          aria-label={`Accept ${description}`}
          onClick={() => onAnswer('ACCEPT')}
        >
          Accept
        </Button>
      )}
      {actions.includes('DENY') && (
        <Button size="row" aria-label={`Deny ${description}`} onClick={() => onAnswer('DENY')}>
          Deny
        </Button>
      )}
    </RowActions>
  );
}

function Costs({ offer }: { offer: Offer }) {
  const { disclosure, lenderTrackRecord } = offer;
  const { receives, repays, interest, transferFee, aprAllCostsPercent } = disclosure;
  const fee = { label: 'Transfer fee', value: <Money cents={transferFee} /> };
  return (
    <OfferDetail
      offer={offer}
      messageCaption="Message from the lender"
      items={[
        { label: 'You receive', value: <Money cents={receives} /> },
        { label: 'You repay', value: <Money cents={repays} /> },
        { label: 'Interest', value: <Money cents={interest} /> },
        ...(transferFee > 0 ? [fee] : []),
        { label: 'APR incl. fees', value: formatApr(aprAllCostsPercent) },
        {
          label: 'The lender’s record',
          value: lenderTrackRecord
            ? describeTrackRecord(lenderTrackRecord)
            : 'Not available right now',
        },
      ]}
    />
  );
}
