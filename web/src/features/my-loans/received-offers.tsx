/** Offers received: what each would cost, what became of the lender's earlier loans, and the answer to it. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatApr } from '../../format/percent.ts';
import { Button } from '../../ui/button/button.tsx';
import { Money } from '../../ui/display/money.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { hrefOfOffer, OfferDetail, offerColumns, offerInWords } from './offer-columns.tsx';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { recordInWords } from './track-record.ts';

type Offer = ReceivedOfferFragment;
export type Answer = 'ACCEPT' | 'DENY';

export interface ReceivedOffersProps {
  offers: readonly Offer[];
  busy: boolean;
  empty: ReactNode;
  foot: ReactNode;
}

export function ReceivedOffers({ offers, ...rest }: ReceivedOffersProps) {
  // Of the table and not of a row: a row may go while its owner still reads the question.
  const [asked, setAsked] = useState<{ offer: Offer; answer: Answer }>();
  const actions: Column<Offer> = {
    header: 'Actions',
    actions: true,
    cell: (offer) => <Answers offer={offer} onAsk={(answer) => setAsked({ offer, answer })} />,
  };
  return (
    <>
      <DataTable
        caption="Offers received"
        columns={[...offerColumns, actions]}
        rows={offers}
        keyOf={({ id }) => id}
        hrefOf={hrefOfOffer}
        detailOf={(offer) => (offer.status === 'PENDING' ? <Costs offer={offer} /> : null)}
        wide
        {...rest}
      />
      {asked && <AnswerDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Answers({ offer, onAsk }: { offer: Offer; onAsk: (answer: Answer) => void }) {
  const { actions } = offer;
  const which = offerInWords(offer);
  if (actions.length === 0) return null;
  return (
    <RowActions menu={false}>
      {actions.includes('ACCEPT') && (
        <Button
          size="row"
          variant="outline"
          aria-label={`Accept ${which}`}
          onClick={() => onAsk('ACCEPT')}
        >
          Accept
        </Button>
      )}
      {actions.includes('DENY') && (
        <Button size="row" aria-label={`Deny ${which}`} onClick={() => onAsk('DENY')}>
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
      who="The lender writes"
      items={[
        { label: 'You receive', value: <Money cents={receives} /> },
        { label: 'You repay', value: <Money cents={repays} /> },
        { label: 'Interest', value: <Money cents={interest} /> },
        ...(transferFee > 0 ? [fee] : []),
        { label: 'APR with all costs', value: formatApr(aprAllCostsPercent) },
        {
          label: 'The lender’s record',
          value: lenderTrackRecord ? recordInWords(lenderTrackRecord) : 'Not known now',
        },
      ]}
    />
  );
}
