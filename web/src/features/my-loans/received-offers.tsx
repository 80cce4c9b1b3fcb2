/** Received offers, grouped by domain under the terms of its listing, to compare and answer them. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { OfferComparison } from './compare-offers.ts';
import { compareOffers } from './compare-offers.ts';
import { describeOffer, getOfferHref, OfferState } from './offer-columns.tsx';
import {
  AnsweredDetail,
  comparedColumns,
  ListingHeading,
  ReceivedDetail,
} from './received-columns.tsx';
import type { ComparedOfferFragment, ReceivedOfferFragment } from './received-offers.generated.ts';

type Offer = ReceivedOfferFragment;
export type Answer = 'ACCEPT' | 'DENY';

export interface ReceivedOffersProps {
  offers: readonly Offer[];
  /** All pending offers, also those on other pages. */
  pending: readonly ComparedOfferFragment[];
  busy: boolean;
  empty: ReactNode;
  foot: ReactNode;
}

export function ReceivedOffers({ offers, pending, ...rest }: ReceivedOffersProps) {
  // Kept by the table, because a live update may remove the row while its dialog is open.
  const [openDialog, setOpenDialog] = useState<{ offer: Offer; answer: Answer }>();
  const comparisons = new Map<string, OfferComparison>(
    offers.map(({ listingId }) => [listingId, compareOffers(pending, listingId)]),
  );
  const actions: Column<Offer> = {
    header: 'Actions',
    width: 12,
    actions: true,
    cell: (offer) => (
      <AnswerButtons offer={offer} onAnswer={(answer) => setOpenDialog({ offer, answer })} />
    ),
  };
  return (
    <>
      <DataTable
        caption="Offers received"
        columns={[...comparedColumns(comparisons), actions]}
        rows={offers}
        getKey={({ id }) => id}
        getHref={getOfferHref}
        getGroup={(offer) => ({
          key: `${offer.listingId} ${offer.status === 'PENDING'}`,
          heading: <ListingHeading offer={offer} comparison={comparisons.get(offer.listingId)} />,
        })}
        getDetail={(offer) =>
          offer.status === 'PENDING' ? (
            <ReceivedDetail offer={offer} />
          ) : (
            <AnsweredDetail offer={offer} />
          )
        }
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
  if (actions.length === 0)
    return (
      <span className="flex justify-end">
        <OfferState offer={offer} />
      </span>
    );
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
