/** A domain in custody gets another owner, after a seizure, a release or a push; it stays where it is at the registry. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { scheduleRotation } from '../custody/rotate-auth-code.ts';
import { newVerificationRecord } from '../domain/add-domain.ts';
import type { NameserverChange } from '../domain/delegation.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef } from '../domain/domain.ts';
import { scheduleRegistrant } from '../registrant/schedule-registrant.ts';

/**
 * Writes `domain` with its new owner, and resolves to it; the caller publishes why. The new owner's existing record of the
 * same name is absorbed. `heldFor`: the loan by whose decision the platform holds it.
 */
export async function moveToAccount(
  domain: Domain,
  { accountId, heldFor }: { accountId: string; heldFor: string | null },
  tx: Tx,
): Promise<Domain> {
  await absorbRecord(domain, accountId, tx);
  const nameserverChange = withoutWish(domain);
  const moved = await domains.update(
    domain,
    {
      ...domain,
      accountId,
      status: 'CUSTODY_PAID',
      reservation: null,
      push: null,
      heldFor,
      heldParties: heldFor === null ? null : partiesOf(domain),
      // The new owner has not accepted any price yet.
      renewalAgreedCents: null,
      // Nor stated a value.
      ownerValueCents: null,
      formerOwnerValue: null,
      labels: [],
      importHints: null,
      // The links were mailed to the former owner.
      transferOutStop: null,
      nameserverChange,
      // The new owner has not been warned about the expiry yet.
      expiryWarning: null,
      // A proof belongs to an account, so the former owner's proof and attempts are discarded.
      verificationRecord: newVerificationRecord(),
      verificationAttempts: [],
    },
    tx,
  );
  await tx.schedule({ kind: 'watch-registration', key: moved.id });
  if (nameserverChange) await tx.schedule({ kind: 'set-nameservers', key: moved.id });
  await scheduleRotation(moved.id, tx);
  await scheduleRegistrant(moved, tx);
  return moved;
}

/** A change that the former owner requested is dropped; a run of it may have lifted the lock, which is restored. */
function withoutWish({ nameserverChange, nameservers }: Domain): NameserverChange | null {
  if (!nameserverChange || nameserverChange.rejection !== null) return null;
  return { id: newId(), wanted: nameservers, keepsNameservers: true, rejection: null };
}

const partiesOf = ({ accountId, reservation }: Domain): string[] =>
  reservation?.lenderId ? [accountId, reservation.lenderId] : [accountId];

async function absorbRecord({ id, name }: Domain, accountId: string, tx: Tx): Promise<void> {
  const own = await domains.findOne({ accountId, name, active: true }, tx);
  if (!own || own.id === id) return;
  const absorbed = await domains.update(
    own,
    {
      ...own,
      active: false,
      endedAt: now(),
      endReason: 'ABSORBED',
      checkingSince: null,
      nextCheckAt: null,
    },
    tx,
  );
  await tx.unschedule('check-proof', own.id);
  tx.emit('domains.domain.removed', absorbed, domainRef(absorbed));
}
