/** Repair: restores a transfer in that payments and the registry have but this database, restored from a backup, does not. */

import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { z } from 'zod';
import { approvedStatuses } from '../custody/transfer-in/apply-transfer-notice.ts';
import { queryTransfer } from '../custody/transfer-in/watch-transfer.ts';
import { domains } from '../domain/domain.model.ts';
import { inCustody } from '../domain/domain.ts';
import { parseName } from '../name/parse-name.ts';
import type { Registrar, RegistryTransfer } from '../registrar/registrar.ts';
import { registrarsFor } from '../registrars.ts';
import { commit } from '../service-context.ts';

/** The hold's data in payments. */
export const feeHoldSchema = z.strictObject({
  holdId: z.string(),
  accountId: z.string(),
  name: z.string(),
  amountCents: z.number().int().positive(),
  /** When the hold was created, which is before the registry request. */
  at: z.iso.datetime(),
});

const roundingMs = 5000;

/**
 * Resolves to undefined when the registry has no such transfer, so the hold can be released. Throws CONFLICT when it
 * has one but the account has no such domain, which staff must resolve.
 */
export async function adoptTransfer(
  fee: z.output<typeof feeHoldSchema>,
): Promise<string | undefined> {
  const { holdId, accountId, name, amountCents: feeCents, at } = fee;
  const found = await findOurTransfer(name);
  if (!found) return undefined;
  const { registrar, requestedAt } = found;
  const approved = approvedStatuses.has(found.status);
  if (found.status !== 'pending' && !approved) return undefined;
  if (requestedAt && requestedAt.getTime() < Date.parse(at) - roundingMs) return undefined;
  return commit(async (tx) => {
    const domain = await domains.findOne({ accountId, name, active: true }, tx);
    if (!domain) {
      const message = `The registry has our transfer request for ${name}, but account ${accountId} has no such domain: the owner must add it again, and staff must check the name at the registry.`;
      throw new DomainError('CONFLICT', message, { reason: 'STALE' });
    }
    if (domain.transferIn) return undefined;
    if (inCustody(domain)) {
      if (!approved) return undefined;
      await tx.schedule({ kind: 'capture-hold', key: holdId });
      return `the fee of the approved transfer of ${name} is captured`;
    }
    const transferIn = {
      ...{
        holdId,
        feeCents,
        registryCents: null,
        encryptedCode: null,
        requestedAt: requestedAt ?? null,
        approvedAt: null,
      },
      state: 'REQUESTED' as const,
      startedAt: new Date(at),
    };
    await tx.schedule({ kind: 'watch-transfer', key: domain.id, at: now() });
    const transferring = { ...domain, transferIn, connectionId: registrar.id };
    await domains.update(domain, { ...transferring, pendingTransfer: 'IN' }, tx);
    return `the transfer of ${name} is tracked again`;
  });
}

/** The hold does not say which connection requested the transfer. */
async function findOurTransfer(
  name: string,
): Promise<(RegistryTransfer & { registrar: Registrar }) | undefined> {
  for (const registrar of registrarsFor(parseName(name).suffix)) {
    const transfer = await queryTransfer(registrar, name);
    if (transfer?.ours) return { ...transfer, registrar };
  }
  return undefined;
}
