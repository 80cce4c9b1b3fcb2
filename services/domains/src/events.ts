/** Door for services: fact → use case. */

import type { EventHandlers } from '@nameloan/service/subscribe-events.ts';
import { syncAccount } from './operator/follow-account.ts';
import { onListingClosed, onListingOpened } from './reservation/follow-listing.ts';
import {
  onCollateralHeld,
  onCollateralReleased,
  onCollateralSeized,
  onEscrowMoved,
} from './reservation/follow-loan.ts';
import { onOfferAccepted } from './reservation/reserve-domain.ts';

export const events: EventHandlers = {
  'identity.account.changed': syncAccount,
  'lending.offer.accepted': onOfferAccepted,
  'lending.escrow.moved': onEscrowMoved,
  'lending.escrow.collateral-held': onCollateralHeld,
  'lending.escrow.collateral-released': onCollateralReleased,
  'lending.escrow.collateral-seized': onCollateralSeized,
  'lending.listing.opened': onListingOpened,
  'lending.listing.closed': onListingClosed,
};
