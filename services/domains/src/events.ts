/** The service's event handlers by subject. */

import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { syncAccount } from './operator/sync-account.ts';
import { onOfferAccepted } from './reservation/reserve-domain.ts';
import { onListingClosed, onListingOpened } from './reservation/sync-listing.ts';
import {
  onCollateralHeld,
  onCollateralMoved,
  onCollateralReleased,
  onCollateralSeized,
  onEscrowMoved,
} from './reservation/sync-loan.ts';

export const events: EventHandlers = {
  'identity.account.changed': syncAccount,
  'lending.offer.accepted': onOfferAccepted,
  'lending.escrow.moved': onEscrowMoved,
  'lending.escrow.collateral-held': onCollateralHeld,
  'lending.escrow.collateral-moved': onCollateralMoved,
  'lending.escrow.collateral-released': onCollateralReleased,
  'lending.escrow.collateral-seized': onCollateralSeized,
  'lending.listing.opened': onListingOpened,
  'lending.listing.closed': onListingClosed,
};
