/** Decides whose data the registrant of a domain in custody has. Pure. */

import { platformAccountId } from '@nameloan/contracts/platform';
import type { Domain } from '../domain/domain.ts';

/** The owner, or the platform while the domain secures a loan whose contract says so. */
export function registrantOf({
  accountId,
  reservation,
}: Pick<Domain, 'accountId' | 'reservation'>): string {
  const isPledged = reservation?.state === 'RESERVED' && reservation.holder === 'PLATFORM';
  return isPledged ? platformAccountId : accountId;
}
