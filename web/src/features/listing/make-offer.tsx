/** The Make Offer button of a listing, or what takes its place. The dialog it opens has a URL. */

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
  /** Whether it is the page's primary button. */
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
  if (listing.mine) return <ManageLink />;
  if (!listing.open) return <p className="text-ink-2">This listing no longer takes offers.</p>;
  const dialogParameters = new URLSearchParams(parameters);
  dialogParameters.set(offerParameter, listing.id);
  const dialogPath = `${pathname}?${dialogParameters}`;
  const makeOffer = () =>
    session
      ? // The state makes closing the dialog go back in history.
        navigate(dialogPath, { state: { opened: true }, preventScrollReset: true })
      : navigate(loginPath(dialogPath));
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
      {primary && !session && (
        <p className="mt-2 text-xs text-ink-2">You log in or register first.</p>
      )}
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

/** The reader's last offer, which was rescinded or denied; they may make another. */
function LastOffer({ offer }: { offer: MyOffer }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-xs text-ink-2">
      You offered <span className="num">{formatMoney(offer.amount)}</span>
      <OfferStatus status={offer.status} />
    </p>
  );
}

function ManageLink() {
  return (
    <LinkButton to="/app/my-domains" className="w-full">
      Manage in My Domains
    </LinkButton>
  );
}
