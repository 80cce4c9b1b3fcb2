/** The state of the offer dialog, which is part of the URL. */

import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSession } from '../../session/tokens.ts';
import { offerParameter } from './offer-parameter.ts';

export interface OfferDialogState {
  /** The listing to make an offer on; undefined while the dialog is closed. */
  listingId: string | undefined;
  close: () => void;
}

export function useOfferDialog(): OfferDialogState {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [parameters] = useSearchParams();
  const listingId = parameters.get(offerParameter) ?? undefined;
  const close = () => {
    if (state?.opened) return navigate(-1);
    const rest = new URLSearchParams(parameters);
    rest.delete(offerParameter);
    const search = rest.toString();
    navigate(
      { pathname, search: search === '' ? '' : `?${search}` },
      { replace: true, preventScrollReset: true },
    );
  };
  return { listingId: session ? listingId : undefined, close };
}
