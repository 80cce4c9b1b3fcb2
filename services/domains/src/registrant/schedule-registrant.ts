/** Requests that a domain gets the registrant that it should have; called by every change of its owner or of its loan. */

import type { Tx } from '@nameloan/persistence/tx';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';

export const setRegistrantJob = 'set-registrant';

/** In the transaction of the change. The job reads the domain itself, so the order of changes does not matter. */
export async function scheduleRegistrant(
  domain: Pick<Domain, 'id' | 'status'>,
  tx: Tx,
): Promise<void> {
  if (inCustody(domain)) await tx.schedule({ kind: setRegistrantJob, key: domain.id });
}
