/** A fee is held for a transfer that this database, restored from a backup, has forgotten: the registry knows of it. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { z } from 'zod';
import { approvedStatuses } from '../custody/transfer-in/apply-transfer-notice.ts';
import { queryTransfer } from '../custody/transfer-in/watch-transfer.ts';
import { domains } from '../domain/domain.model.ts';
import { inCustody } from '../domain/domain.ts';
import { registry } from '../registry.ts';
import { commit } from '../service-context.ts';

/** What payments says of the hold. */
export const feeHoldSchema = z.strictObject({
  holdId: z.string(),
  accountId: z.string(),
  name: z.string(),
  amountCents: z.number().int().positive(),
  /** When it was placed, which is before the registry was asked. */
  at: z.iso.datetime(),
});

const roundingMs = 5000;

/**
 * Undefined: the registry has no such transfer, and the fee is for nothing. CONFLICT where it has one, and the account
 * no such domain here: a person must look.
 */
export async function adoptTransfer(
  fee: z.output<typeof feeHoldSchema>,
): Promise<string | undefined> {
  const { holdId, accountId, name, amountCents: feeCents, at } = fee;
  const transfer = await queryTransfer(name);
  const ours = transfer?.requestedBy === registry().clientId;
  const approved = approvedStatuses.has(transfer?.status ?? '');
  const goesOn = transfer?.status === 'pending' || approved;
  if (!transfer || !ours || !goesOn) return undefined;
  const { requestedAt } = transfer;
  if (requestedAt.getTime() < Date.parse(at) - roundingMs) return undefined;
  return commit(async (tx) => {
    const domain = await domains.findOne({ accountId, name, active: true }, tx);
    if (!domain) {
      const message = `The registry has a transfer of ${name} that we asked for, and account ${accountId} has no such domain here: let the owner add it again, and see to the name at the registry.`;
      throw new DomainError('CONFLICT', message, { reason: 'STALE' });
    }
    if (domain.transferIn) return undefined;
    if (inCustody(domain)) {
      if (!approved) return undefined;
      await tx.schedule({ kind: 'capture-hold', key: holdId });
      return `the fee of the transfer of ${name}, which the registry approved, is taken`;
    }
    const transferIn = {
      ...{
        holdId,
        feeCents,
        registryCents: null,
        encryptedCode: null,
        requestedAt,
        approvedAt: null,
      },
      state: 'REQUESTED' as const,
      startedAt: new Date(at),
    };
    await tx.schedule({ kind: 'watch-transfer', key: domain.id, at: now() });
    await domains.update(domain, { ...domain, pendingTransfer: 'IN', transferIn }, tx);
    return `the transfer of ${name}, which the registry knows, is followed again`;
  });
}
