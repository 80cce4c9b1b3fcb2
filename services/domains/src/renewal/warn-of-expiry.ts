/** Tells of the end of a registration, before it and when it has come, and remembers that it was told. */

import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, loanRef } from '../domain/domain.ts';
import { renewsAt } from './registration-expiry.ts';

/** `days`: as in an expiry warning; `reason`: why it could not be renewed so far. */
export async function warnOfExpiry(
  domain: Domain,
  { days, reason, tx }: { days: number; reason: string | null; tx: Tx },
): Promise<void> {
  const { expiresAt } = domain;
  if (!expiresAt) return;
  const warned = await domains.update(
    domain,
    { ...domain, expiryWarning: { expiresAt, days } },
    tx,
  );
  const facts = {
    ...domainRef(warned),
    ...loanRef(warned),
    expiresAt: expiresAt.toISOString(),
    reason,
  };
  if (days <= 0) {
    tx.emit('domains.domain.expired', warned, { ...facts, deleting: days < 0 });
    return;
  }
  const planned = renewsAt(expiresAt);
  const isPlanned = planned > now() && warned.accountId !== platformAccountId;
  tx.emit('domains.domain.expiring', warned, {
    ...facts,
    renewsAt: isPlanned ? planned.toISOString() : null,
  });
}
