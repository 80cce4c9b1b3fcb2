/** Records why a transfer away from the platform is rejected: once per day, however often it is tried. */

import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import { commit, serviceContext } from '../service-context.ts';
import type { TransferRejection } from './transfer-rejection.model.ts';
import { transferRejections } from './transfer-rejection.model.ts';

async function record(
  domain: Pick<Domain, 'id' | 'accountId' | 'name'>,
  rejected: Pick<TransferRejection, 'kind' | 'reason' | 'holdDisclosed'>,
): Promise<void> {
  const { id: domainId, accountId, name } = domain;
  const { kind, reason } = rejected;
  const at = now();
  const id = [domainId, kind, reason, at.toISOString().slice(0, 10)].join(' ');
  if (await transferRejections.find(id)) return;
  await commit(async (tx) => {
    if (await transferRejections.find(id, tx)) return;
    const rejection = { id, version: 1, domainId, accountId, name, ...rejected, at };
    await transferRejections.add(rejection, tx);
  });
}

/** A record that cannot be written changes neither the rejection nor its error. */
function warn(error: unknown): void {
  serviceContext.log.warn({ err: error }, 'a rejected transfer is not recorded');
}

/** Another registrar's request. */
export async function recordRejectedRequest(name: string): Promise<void> {
  const domain = await domains.findOne({ titleName: name, active: true });
  if (!domain) return;
  const holdDisclosed = domain.legalHold ? domain.legalHold.disclosed : null;
  const rejected = { kind: 'REQUEST', reason: requestReason(domain), holdDisclosed } as const;
  await record(domain, rejected).catch(warn);
}

function requestReason({ legalHold, reservation, transferOut }: Domain): string {
  if (legalHold) return 'LEGAL_HOLD';
  if (reservation) return 'RESERVED';
  return transferOut ? 'CANCELLED' : 'NOT_REQUESTED';
}

/** The owner's transfer out, if the domain is in custody and the error says that its state does not allow it. */
export async function recordRejectedTransferOut(
  error: unknown,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  const reason = error instanceof DomainError ? error.details.reason : undefined;
  if (reason === undefined) return;
  try {
    const domain = await domains.find(id);
    if (!domain || domain.accountId !== accountId || !inCustody(domain)) return;
    await record(domain, { kind: 'TRANSFER_OUT', reason });
  } catch (failure) {
    warn(failure);
  }
}
