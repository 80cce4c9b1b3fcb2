/** Asks the registry for the transfer, once: after a lost answer it looks before it repeats. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, loanOf } from '../domain/domain.ts';
import { commit, unseal } from '../domains.ts';
import { EppInputRefused, EppRefusal } from '../registrar/registrar-errors.ts';
import { asDomainError, isUnsettled, registry } from '../registry.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { carryOn, codePurpose, giveUp } from './transfer-in.ts';

/** The job behind a transfer in: carries on after a crash or a registry that did not answer. */
export async function continueTransfer(job: Job): Promise<JobResult> {
  try {
    await carryOn(job.key, String(job.data.holdId));
  } catch (error) {
    // A refusal has been told to the owner by its own fact; only what may still succeed is tried again.
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return;
    throw error;
  }
}

export async function requestTransfer(id: string, holdId: string): Promise<Domain> {
  const domain = await domains.get(id);
  const begun = domain.transferIn;
  if (begun?.holdId !== holdId || begun.state !== 'REQUESTING' || !begun.sealedCode) return domain;
  const code = unseal(begun.sealedCode, codePurpose);
  try {
    if (!(await isOurs(domain.name, code))) {
      await registry().transferRequest(
        domain.name,
        code,
        findSuffix(domain.suffix)?.yearsAdded ?? 1,
      );
    }
  } catch (error) {
    if (isUnsettled(error)) throw asDomainError(error);
    if (error instanceof EppRefusal || error instanceof EppInputRefused) {
      const reason = error instanceof EppRefusal ? error.sentence : error.message;
      await giveUp(id, holdId, reason);
    }
    throw asDomainError(error, 'transferCode');
  }
  return markRequested(id, holdId);
}

/** Whether the registry already has our request pending: then an earlier answer was lost. */
async function isOurs(name: string, code: string): Promise<boolean> {
  try {
    const transfer = await registry().transferQuery(name, code);
    return transfer.status === 'pending' && transfer.requestedBy === registry().clientId;
  } catch (error) {
    // "Not pending" (2301) and the like mean: ask for it. A refused code shows at the request itself.
    if (error instanceof EppRefusal && !isUnsettled(error)) return false;
    throw error;
  }
}

function markRequested(id: string, holdId: string): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId || transferIn.state !== 'REQUESTING') return present;
    const requested = await domains.move(
      present,
      { ...present, transferIn: { ...transferIn, state: 'REQUESTED', sealedCode: null } },
      tx,
    );
    await tx.unschedule('transfer-in', id);
    tx.emit('domains.domain.transfer-started', requested, {
      ...about(requested),
      ...loanOf(requested),
    });
    return requested;
  });
}
