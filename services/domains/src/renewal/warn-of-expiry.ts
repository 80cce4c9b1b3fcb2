/** Publishes an expiry warning and records that it was sent. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, loanRef } from '../domain/domain.ts';
import { renewsAt } from './registration-expiry.ts';

/** `days` is as in the domain's `expiryWarning`; `reason` says why the automatic renewal has failed so far. */
export async function warnOfExpiry(
  domain: Domain,
  { days, reason, tx }: { days: number; reason: OrderFailure | null; tx: Tx },
): Promise<void> {
  const { expiresAt } = domain;
  if (!expiresAt) return;
  const warned = await domains.update(
    domain,
    { ...domain, expiryWarning: { expiresAt, days } },
    tx,
  );
  const data = {
    ...domainRef(warned),
    ...loanRef(warned),
    expiresAt: expiresAt.toISOString(),
    reason,
  };
  if (days <= 0) {
    tx.emit('domains.domain.expired', warned, { ...data, deleting: days < 0 });
    return;
  }
  const planned = renewsAt(expiresAt);
  const isPlanned = planned > now() && warned.accountId !== platformAccountId;
  tx.emit('domains.domain.expiring', warned, {
    ...data,
    renewsAt: isPlanned ? planned.toISOString() : null,
  });
}
