/** The way to an offer on a listing, or why there is none now. The dialog that it opens has an address. */

import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { loginPath } from '../../session/return-path.ts';
import { useSession } from '../../session/tokens.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { OfferStatus } from '../../ui/status/offer-status.tsx';
import type { ListingCardFragment } from './listing-card.generated.ts';
import { offerParameter } from './offer-parameter.ts';

export interface MakeOfferProps {
  listing: ListingCardFragment;
  /** The page's main action, not one of twelve. */
  primary?: boolean;
}

export function MakeOffer({ listing, primary = false }: MakeOfferProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const session = useSession();
  const offered = listing.myOffer;
  if (offered?.status === 'PENDING')
    return <PendingOffer offer={offered} name={listing.unicodeName} />;
  if (listing.mine) return <Manage />;
  if (!listing.open) return <p className="text-ink-2">No offers can be made on it any more.</p>;
  const asked = new URLSearchParams(parameters);
  asked.set(offerParameter, listing.id);
  const here = `${pathname}?${asked}`;
  const makeOffer = () =>
    session
      ? // Who closes the dialog goes back to where it was opened.
        navigate(here, { state: { opened: true }, preventScrollReset: true })
      : navigate(loginPath(here));
  return (
    <>
      {offered && <LastOffer offer={offered} />}
      <Button
        onClick={makeOffer}
        variant={primary ? 'primary' : 'outline'}
        className="w-full"
        aria-label={`Make Offer on ${listing.unicodeName}`}
      >
        Make Offer
      </Button>
    </>
  );
}

type MyOffer = NonNullable<ListingCardFragment['myOffer']>;

function PendingOffer({ offer, name }: { offer: MyOffer; name: string }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="font-medium">
        You offered <span className="num">{formatMoney(offer.amount)}</span>
      </p>
      <LinkButton to="/app/lend" size="row" aria-label={`See offer on ${name}`}>
        See offer
      </LinkButton>
    </div>
  );
}

/** One that came to nothing; another may follow. */
function LastOffer({ offer }: { offer: MyOffer }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-xs text-ink-2">
      You offered <span className="num">{formatMoney(offer.amount)}</span>
      <OfferStatus status={offer.status} />
    </p>
  );
}

function Manage() {
  return (
    <LinkButton to="/app/my-domains" className="w-full">
      Manage in My Domains
    </LinkButton>
  );
}
