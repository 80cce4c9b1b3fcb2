/** What a domain knows of the legal hold of its name, and the rules that follow from it. Pure. */

import type { HoldVisibility } from '@nameloan/contracts/legal-hold';
import type { Domain } from '../domain.ts';
import { inCustody } from '../domain.ts';

/** The copy of a legal hold in the records of its name. `disclosed`: the parties may be notified. */
export interface DomainHold {
  id: string;
  since: Date;
  disclosed: boolean;
}

/** The end of a loan that waits for the end of a hold. `toAccountId`: the new owner, null the platform. */
export interface DeferredHandover {
  kind: 'RELEASE' | 'SEIZURE';
  escrowId: string;
  toAccountId: string | null;
}

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
