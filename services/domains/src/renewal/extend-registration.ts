/** Records a later expiry from any source and publishes it for the owner and the loan. */

import type { Tx } from '@nameloan/persistence/tx';
import { coversReservation, publishArrival } from '../custody/transfer-in/secure-arrival.ts';
import { domains } from '../domain/domain.model.ts';
import type { Charge, Domain } from '../domain/domain.ts';
import { domainRef, loanRef } from '../domain/domain.ts';

const day = 86_400_000;

/** Whether an expiry is later by more than the differences in how registries report times. */
export function isLater(expiresAt: Date | undefined, from: Date): expiresAt is Date {
  return expiresAt !== undefined && expiresAt.getTime() > from.getTime() + day;
}

/**
 * `after` is `before` with the new expiry and any other changes. A loan that waited for the renewal continues.
 * `charge` is the payment made here; null when only the registry reports the renewal.
 */
export async function extendRegistration(
  before: Domain,
  after: Domain & { expiresAt: Date },
  { charge, tx }: { charge: Charge | null; tx: Tx },
): Promise<Domain> {
  const waited = before.reservation?.waitsForRenewal ?? false;
  const nowLong = waited && coversReservation(after);
  const reservation =
    after.reservation && nowLong
      ? { ...after.reservation, waitsForRenewal: false }
      : after.reservation;
  const extended = await domains.update(before, { ...after, reservation }, tx);
  tx.emit('domains.domain.renewed', extended, {
    ...domainRef(extended),
    ...loanRef(extended),
    expiresAt: after.expiresAt.toISOString(),
    chargedCents: charge?.amountCents ?? null,
    paidBy: charge?.accountId ?? null,
  });
  await tx.schedule({ kind: 'watch-registration', key: extended.id });
  if (nowLong) await publishArrival(extended, tx);
  return extended;
}
