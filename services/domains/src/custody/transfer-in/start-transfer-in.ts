/**
 * A transfer in begins: the record with the hold's id is committed first, then the fee is held, then
 * the registry is asked. The job of the same name carries on where a crash left it.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { queuePerAccount } from '../../registrar/per-account-queue.ts';
import { toDomainError, withCallerTimeout } from '../../registry.ts';
import { commit, encrypt, quotas } from '../../service-context.ts';
import { requireSuffix } from '../../suffix/suffixes.ts';
import {
  assertWithinAgreedFee,
  fetchPrice,
  standardFee,
  validateMaxFee,
  withFreshQuote,
} from '../fees.ts';
import { processTransferIn } from './process-transfer-in.ts';
import { losingCodePurpose } from './request-transfer.ts';

/** Wall and business time both suffice: the first run happens right here, the job is for after a crash. */
const recoveryMs = 60_000;
const maxCodeLength = 128;
/** Times are compared within a second, for registries may tell them in whole ones, and clocks differ a little. */
const minGapMs = 2500;

/** `maxFeeCents`: the price that the owner saw and agrees to; without one, the suffix's plain fee. */
export async function transferIn(
  actor: AccountActor,
  id: string,
  { transferCode, maxFeeCents }: { transferCode: string; maxFeeCents: number | null },
): Promise<Domain> {
  validateMaxFee(maxFeeCents);
  const code = parseTransferCode(transferCode);
  const domain = assertOwner(await domains.find(id), actor.accountId);
  assertAllowed('TRANSFER_IN', domain, now());
  const row = requireSuffix(domain);
  const ask = () => fetchPrice(domain.name, row, 'TRANSFER');
  // Before the registry is asked: that costs, whatever it says.
  await commit(async (tx) => {
    await quotas.take('registryOrders', actor.accountId, tx);
    await quotas.take('transfersIn', `${actor.accountId} ${id}`, tx);
  });
  const price = await withCallerTimeout(queuePerAccount(actor.accountId, ask)).catch(
    rethrowAsDomainError,
  );
  assertWithinAgreedFee(maxFeeCents ?? standardFee(row, 'TRANSFER'), price);
  await waitPastFailedTransfer(domain.failedTransferAt);
  const holdId = newId();
  await commit(async (tx) => {
    const present = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('TRANSFER_IN', present, now());
    const begun = {
      holdId,
      ...price,
      encryptedCode: encrypt(code, losingCodePurpose),
      state: 'HOLDING' as const,
      startedAt: now(),
      requestedAt: null,
      approvedAt: null,
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'transfer-in', key: id, at, data: { holdId } });
    await domains.update(present, { ...present, pendingTransfer: 'IN', transferIn: begun }, tx);
  });
  return runTransferIn(id, holdId).catch(async (error: unknown) => {
    throw await withFreshQuote(error, ask);
  });
}

/**
 * Waits until the registry's time of the next request cannot be taken for that of the last one, which may be told
 * again at any time: a transfer is known by nothing else (RFC 5731 section 3.1.3 gives it no id).
 */
async function waitPastFailedTransfer(failedTransferAt: Date | null | undefined): Promise<void> {
  const waitMs = failedTransferAt ? failedTransferAt.getTime() + minGapMs - now().getTime() : 0;
  if (waitMs > 0) await pause(Math.min(waitMs, minGapMs));
}

/** A registry that does not answer now is asked again by the job; the transfer is under way all the same. */
async function runTransferIn(id: string, holdId: string): Promise<Domain> {
  try {
    return await withCallerTimeout(processTransferIn(id, holdId, 'CALLER'));
  } catch (caught) {
    const error = toDomainError(caught);
    const waiting = await domains.get(id);
    const goesOn = waiting.transferIn?.holdId === holdId && waiting.transferIn.state !== 'HOLDING';
    if (goesOn && error instanceof DomainError && error.code === 'UNAVAILABLE') return waiting;
    throw error;
  }
}

function rethrowAsDomainError(error: unknown): never {
  throw toDomainError(error);
}

function parseTransferCode(given: string): string {
  const code = given.trim();
  const sentence =
    code === ''
      ? 'Enter the transfer code.'
      : code.length > maxCodeLength
        ? 'This code is too long.'
        : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these cannot stand in a code (RFC 5730, token)
  if (sentence === undefined && !/[\u0000-\u001f\u007f]/.test(code)) return code;
  const message = sentence ?? 'This code has characters that no transfer code has.';
  throw new DomainError('INVALID_INPUT', message, { fields: { transferCode: message } });
}
