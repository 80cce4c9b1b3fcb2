/**
 * Starts a transfer in: first commits the record with the hold's id, then holds the fee, then sends the
 * request to the registry. The job `transfer-in` resumes it after a crash.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { queuePerAccount } from '../../registrar/per-account-queue.ts';
import { registrarOf } from '../../registrars.ts';
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
import { transferInCodePurpose } from './request-transfer.ts';

/** The first run happens in this request; the job is only for recovery after a crash. */
const recoveryMs = 60_000;
const maxCodeLength = 128;
/** Times are compared with a tolerance: registries may report whole seconds, and clocks differ slightly. */
const minGapMs = 2500;

/** `maxFeeCents` is the price that the owner saw and accepted; null means the suffix's standard fee. */
export async function startTransferIn(
  actor: AccountActor,
  id: string,
  { transferCode, maxFeeCents }: { transferCode: string; maxFeeCents: number | null },
): Promise<Domain> {
  validateMaxFee(maxFeeCents);
  const code = parseTransferCode(transferCode);
  const domain = assertOwner(await domains.find(id), actor.accountId);
  assertAllowed('TRANSFER_IN', domain, now());
  const row = requireSuffix(domain);
  const registrar = registrarOf(domain);
  const fetchNewPrice = () => fetchPrice(domain, row, 'TRANSFER');
  // Counted before the request, because requests to the registry cost money whatever the response.
  await commit(async (tx) => {
    await quotas.take('registryOrders', actor.accountId, tx);
    await quotas.take('transfersIn', `${actor.accountId} ${id}`, tx);
  });
  const price = await withCallerTimeout(
    queuePerAccount(registrar, actor.accountId, fetchNewPrice),
  ).catch(rethrowAsDomainError);
  assertWithinAgreedFee(maxFeeCents ?? standardFee(row, 'TRANSFER'), price);
  await waitPastFailedTransfer(domain.failedTransferAt);
  const holdId = newId();
  await commit(async (tx) => {
    const present = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('TRANSFER_IN', present, now());
    const started = {
      holdId,
      ...price,
      encryptedCode: encrypt(code, transferInCodePurpose),
      state: 'HOLDING' as const,
      startedAt: now(),
      requestedAt: null,
      approvedAt: null,
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'transfer-in', key: id, at, data: { holdId } });
    const transferring = { ...present, transferIn: started, connectionId: registrar.id };
    await domains.update(present, { ...transferring, pendingTransfer: 'IN' }, tx);
  });
  return runTransferIn(id, holdId).catch(async (error: unknown) => {
    throw await withFreshQuote(error, fetchNewPrice);
  });
}

/**
 * Waits until the next request cannot have the same registry time as the last one. A transfer has no id
 * (RFC 5731 section 3.1.3), so its request time identifies it, and old messages may be repeated.
 */
async function waitPastFailedTransfer(failedTransferAt: Date | null | undefined): Promise<void> {
  const waitMs = failedTransferAt ? failedTransferAt.getTime() + minGapMs - now().getTime() : 0;
  if (waitMs > 0) await pause(Math.min(waitMs, minGapMs));
}

/** If the registry does not respond now, the transfer stays in progress and the job retries it. */
async function runTransferIn(id: string, holdId: string): Promise<Domain> {
  try {
    return await withCallerTimeout(processTransferIn(id, holdId, 'CALLER'));
  } catch (caught) {
    const error = toDomainError(caught);
    const waiting = await domains.get(id);
    const inProgress =
      waiting.transferIn?.holdId === holdId && waiting.transferIn.state !== 'HOLDING';
    if (inProgress && error instanceof DomainError && error.code === 'UNAVAILABLE') return waiting;
    throw error;
  }
}

function rethrowAsDomainError(error: unknown): never {
  throw toDomainError(error);
}

function parseTransferCode(input: string): string {
  const code = input.trim();
  const problem =
    code === ''
      ? 'Enter the transfer code.'
      : code.length > maxCodeLength
        ? 'This code is too long.'
        : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a code may not contain control characters (RFC 5730, token)
  if (problem === undefined && !/[\u0000-\u001f\u007f]/.test(code)) return code;
  const message = problem ?? 'This code contains characters that a transfer code cannot have.';
  throw new DomainError('INVALID_INPUT', message, { fields: { transferCode: message } });
}
