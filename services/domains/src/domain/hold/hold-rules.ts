/** Rules that follow from a domain's legal hold. Pure. */

import type { HoldVisibility } from '@nameloan/contracts/legal-hold';
import type { Domain } from '../domain.ts';
import { inCustody } from '../domain.ts';

/** Decides which sentence an owner gets. */
export function holdVisibility({ legalHold }: Pick<Domain, 'legalHold'>): HoldVisibility {
  if (!legalHold) return 'NONE';
  return legalHold.disclosed ? 'DISCLOSED' : 'UNDISCLOSED';
}

/** Since when the parties know of the hold; null without one, and while they may not be notified. */
export function shownHoldSince({ legalHold }: Pick<Domain, 'legalHold'>): Date | null {
  return legalHold?.disclosed ? legalHold.since : null;
}

/** A name outside our custody is only freed at the end of its loan, which changes nothing at a registry. */
export const defersHandover = (domain: Domain): boolean =>
  Boolean(domain.legalHold) && inCustody(domain);
