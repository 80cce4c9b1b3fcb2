/** The wait before the transfer out of a valuable domain: when it applies, its start and its end. */

import type { JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow, now } from '@nameloan/runtime/clock';
import { hashToken, newToken } from '@nameloan/security/link-token';
import { shownAppraisal } from '../../appraisal/choose-appraiser.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import {
  domainRef,
  minValuableCents,
  transferOutStartsAt,
  transferOutWaitMs,
} from '../../domain/domain.ts';
import type { TransferOut } from '../../domain/transfer-out.ts';
import { connectionIdOf } from '../../registrars.ts';
import { commit, encrypt, request, serviceContext } from '../../service-context.ts';
import { pollFasterForNow } from '../poll-interval.ts';

/** More requests than the quota of transfers out allows an account in a wait. */
const maxStopHashes = 500;
const retryMs = 60_000;
/** Purpose under which the mail decrypts the token of the stop link. */
const stopTokenPurpose = 'domains.domain.transfer-out-waiting';

/** Whether the estimate, the owner's figure or the last loan is $5,000 or more. A figure that was just lowered counts. */
export function isValuable(domain: Domain, at: Date): boolean {
  const { ownerValueCents, formerOwnerValue: former, lastLoanCents } = domain;
  const formerCents = former && former.until > at ? former.amountCents : null;
  const figures = [shownAppraisal(domain)?.midCents, ownerValueCents, formerCents, lastLoanCents];
  return figures.some((cents) => (cents ?? 0) >= minValuableCents);
}

/** Mails the stop link. Nothing reaches the registry before the job ends the wait. */
export async function startWait(domain: Domain, tx: Tx): Promise<Domain> {
  const startedAt = now();
  const startsAt = new Date(startedAt.getTime() + transferOutWaitMs);
  const token = newToken();
  const { transferOutStop: earlier } = domain;
  // A thief who cancels and starts again must not void the links of earlier mails.
  const { hashes = [], requests = [] } = earlier && !earlier.stoppedAt ? earlier : {};
  const hash = hashToken(token);
  await tx.schedule({ kind: 'transfer-out', key: domain.id, at: startsAt });
  const waiting = await domains.update(
    domain,
    {
      ...domain,
      pendingTransfer: 'OUT',
      transferOut: { state: 'WAITING', encryptedCode: null, startedAt, startsAt },
      transferOutStop: {
        hashes: [hash, ...hashes].slice(0, maxStopHashes),
        requests: [{ hash, at: accountNow() }, ...requests].slice(0, maxStopHashes),
        stoppedAt: null,
      },
    },
    tx,
  );
  tx.emit('domains.domain.transfer-out-waiting', waiting, {
    ...domainRef(waiting),
    startsAt: startsAt.toISOString(),
    sealedStopToken: encrypt(token, stopTokenPurpose),
  });
  return waiting;
}

/** The domain without the transfer out that waited. The job then rotates the auth code, which it may have missed. */
export async function leaveWait(
  domain: Domain,
  changes: Pick<Domain, 'transferOutStop'>,
  tx: Tx,
): Promise<Domain> {
  await tx.schedule({ kind: 'transfer-out', key: domain.id });
  const free = { ...domain, ...changes, pendingTransfer: 'NONE' as const, transferOut: null };
  return domains.update(domain, free, tx);
}

/**
 * Starts the transfer once its wait is over. While the account's address changes, the wait goes on: the code would be
 * mailed to the new address. Throws UNAVAILABLE while identity does not answer.
 */
export async function endWait(
  domain: Domain,
  begin: () => Pick<TransferOut, 'state' | 'encryptedCode'>,
): Promise<JobResult> {
  const { id, accountId } = domain;
  const startsAt = transferOutStartsAt(domain);
  if (startsAt && startsAt > now()) return { runAgainAt: startsAt };
  const { emailChangingUntil } = await request('identity.account-access', { accountId });
  return commit<JobResult>(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferOut, nameserverChange } = present;
    if (transferOut?.state !== 'WAITING') return;
    // It was cancelled and requested again since.
    if (transferOut.startsAt && transferOut.startsAt > now())
      return { runAgainAt: transferOut.startsAt };
    if (emailChangingUntil) {
      const restMs = Math.max(Date.parse(emailChangingUntil) - accountNow().getTime(), retryMs);
      const later = new Date(now().getTime() + restMs);
      await domains.update(
        present,
        { ...present, transferOut: { ...transferOut, startsAt: later } },
        tx,
      );
      serviceContext.log.info({ domainId: id }, 'transfer out waits for a change of address');
      return { runAgainAt: later };
    }
    // Its end schedules this job.
    if (present.legalHold) return;
    // A lost lock is being restored.
    if (nameserverChange?.rejection === null)
      return { runAgainAt: new Date(now().getTime() + retryMs) };
    await tx.schedule({ kind: 'transfer-out', key: id });
    tx.afterCommit(() => pollFasterForNow(connectionIdOf(present)));
    const started = { ...transferOut, ...begin(), startsAt: null };
    await domains.update(present, { ...present, transferOut: started, transferOutStop: null }, tx);
  });
}
