/** Lets the owner cancel a transfer in while it is pending at the registry. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner, conflict } from '../../domain/domain.ts';
import { assertCancellable } from '../../domain/domain-actions.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { toDomainError, withCallerTimeout } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { applyTransferNotice } from './apply-transfer-notice.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { queryTransfer } from './watch-transfer.ts';

/** A crash after the registry has cancelled is detected after this delay. */
const recoveryMs = 60_000;

export async function cancelTransferIn(actor: AccountActor, id: string): Promise<Domain> {
  const { name, holdId, registrar, waits } = await commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    const registrar = registrarOf(domain);
    assertCancellable(domain, now(), registrar.capabilities);
    const holdId = domain.transferIn?.holdId ?? '';
    const waits = domain.transferIn?.state === 'REQUESTING';
    if (waits) return { name: domain.name, holdId, registrar, waits };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'watch-transfer', key: id, at });
    const { name } = domain;
    return { name, holdId, registrar, waits };
  });
  if (waits) return cancelWaiting(id, { registrar, name, holdId });
  try {
    await withCallerTimeout(registrar.transferCancel(name));
  } catch (error) {
    if (error instanceof EppRejectedError && error.code === 'NOT_PENDING')
      return handleEndedTransfer(id, { registrar, name });
    if (error instanceof EppRejectedError && error.code === 'PROHIBITED')
      throw conflict(
        'REGISTRY_REJECTED',
        'The registry is already processing the transfer, so it can no longer be cancelled.',
      );
    throw toDomainError(error);
  }
  const reason = toOrderFailure('CANCELLED_BY_OWNER');
  return failTransferIn(id, { holdId, state: 'REQUESTED', reason, byOwner: true });
}

/** It waits for the operator and nothing is ordered, which is checked. A request that is sent now is withdrawn. */
async function cancelWaiting(
  id: string,
  { registrar, name, holdId }: { registrar: Registrar; name: string; holdId: string },
): Promise<Domain> {
  const transfer = await withCallerTimeout(queryTransfer(registrar, name)).catch(
    (error: unknown) => {
      throw toDomainError(error);
    },
  );
  if (transfer?.ours && transfer.status === 'pending')
    throw conflict('BUSY', 'The transfer request has just been sent. Try again in a minute.');
  const reason = toOrderFailure('CANCELLED_BY_OWNER');
  return failTransferIn(id, { holdId, state: 'REQUESTING', reason, byOwner: true });
}

/** The transfer had already ended at the registry: by an earlier cancellation, which is a success, or in another way. */
async function handleEndedTransfer(
  id: string,
  { registrar, name }: { registrar: Registrar; name: string },
): Promise<Domain> {
  const transfer = await withCallerTimeout(registrar.transferQuery(name)).catch(
    (error: unknown) => {
      throw toDomainError(error);
    },
  );
  await commit((tx) => applyTransferNotice(registrar, transfer, tx));
  if (transfer.status === 'clientCancelled') return domains.get(id);
  throw conflict(
    'ALREADY_DONE',
    'The transfer has already ended at the registry. Its outcome will appear here shortly.',
  );
}
