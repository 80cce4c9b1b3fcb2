/** Repair: binds a domain to a loan that lending has but this database, restored from a backup, does not. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { z } from 'zod';
import { missingLocks } from '../custody/lock.ts';
import { scheduleRotation } from '../custody/rotate-auth-code.ts';
import { revokeRivalTitle, toCustodyRecord } from '../custody/transfer-in/secure-arrival.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
import type { Domain, Reservation } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import type { RegistryDomain } from '../registrar/registrar.ts';
import { connectionIdOf, registrarOf } from '../registrars.ts';
import { readFromRegistry } from '../registry.ts';
import { commit } from '../service-context.ts';

/** The loan's state in lending. `held`: lending counts the domain as collateral. */
export const loanStateSchema = z.strictObject({
  escrowId: z.string(),
  domainId: z.string(),
  borrowerId: z.string(),
  lenderId: z.string(),
  /** Version of the loan. */
  version: z.number().int(),
  dueBy: z.iso.datetime(),
  reserved: z.boolean(),
  held: z.boolean(),
  disputed: z.boolean(),
});
type LoanState = z.output<typeof loanStateSchema>;

/** Throws CONFLICT with the reason when the domain cannot be bound to the loan. */
export async function applyLoanState(loan: LoanState): Promise<string | undefined> {
  const before = await domains.get(loan.domainId);
  const record = loan.held && !inCustody(before) ? await assertInCustody(before) : undefined;
  return commit(async (tx) => {
    const domain = await domains.get(loan.domainId, tx);
    await assertBindable(domain, loan, tx);
    const bound = { ...domain, reservation: toReservation(domain, loan) };
    if (record && !inCustody(domain)) return adoptCustody(domain, { bound, record, tx });
    const status = loan.held && inCustody(domain) ? 'IN_ESCROW' : domain.status;
    await domains.update(domain, { ...bound, status }, tx);
    if (!loan.reserved)
      await tx.schedule({ kind: 'reserve', key: loan.escrowId, data: { domainId: domain.id } });
    return `${domain.name} is bound to loan ${loan.escrowId} again`;
  });
}

async function assertBindable(
  domain: Domain,
  { escrowId, borrowerId }: LoanState,
  tx: Tx,
): Promise<void> {
  const { reservation, accountId, active, name } = domain;
  const other = reservation && reservation.escrowId !== escrowId;
  const why = !active
    ? 'is no longer in the list'
    : accountId !== borrowerId
      ? `belongs to account ${accountId}`
      : other
        ? `backs loan ${reservation.escrowId}`
        : domain.pendingTransfer === 'OUT'
          ? 'is being transferred away'
          : (await closedReferences.find(escrowId, tx))
            ? 'was released by this loan'
            : undefined;
  if (why) throw new DomainError('CONFLICT', `${name} ${why}.`, { reason: 'STALE' });
}

function toReservation(domain: Domain, loan: LoanState): Reservation {
  const { escrowId, lenderId, dueBy, reserved, disputed, version } = loan;
  const before = domain.reservation ?? { startedAt: now(), waitsForRenewal: false };
  return {
    ...before,
    ...{
      escrowId,
      lenderId,
      lenderAsOf: version,
      disputed,
      disputedAsOf: version,
      dueBy: new Date(dueBy),
    },
    // If lending does not know the reservation yet, the domain is checked again.
    state: reserved ? 'RESERVED' : 'CHECKING',
    waitsForRenewal: loan.held ? false : before.waitsForRenewal,
  };
}

/** The registry's record if the domain is ours and locked. Throws CONFLICT otherwise, UNAVAILABLE without a response. */
async function assertInCustody(domain: Domain): Promise<RegistryDomain> {
  const { name } = domain;
  const registrar = registrarOf(domain);
  const record = await readFromRegistry(registrar.info(name));
  if (record.ours && missingLocks(registrar, record).length === 0) return record;
  const message = `${name} is not in custody according to the registry.`;
  throw new DomainError('CONFLICT', message, { reason: 'STALE' });
}

/** The transfer completed before the backup was restored: takes the expiry from the registry and captures the recorded fee. */
async function adoptCustody(
  domain: Domain,
  { bound, record, tx }: { bound: Domain; record: RegistryDomain; tx: Tx },
): Promise<string> {
  await revokeRivalTitle(bound, tx);
  const ours = toCustodyRecord(bound, record, record.transferredAt ?? now());
  const held = { ...ours, connectionId: connectionIdOf(bound) };
  await domains.update(domain, { ...held, status: 'IN_ESCROW', checkingSince: null }, tx);
  for (const kind of ['transfer-in', 'watch-transfer', 'secure-arrival', 'check-proof'])
    await tx.unschedule(kind, bound.id);
  if (bound.transferIn) await tx.schedule({ kind: 'capture-hold', key: bound.transferIn.holdId });
  await tx.schedule({ kind: 'watch-registration', key: bound.id });
  // The losing registrar knows the code of the transfer.
  await scheduleRotation(bound.id, tx);
  return `${bound.name} is in custody according to the registry, and bound to loan ${bound.reservation?.escrowId} again`;
}
