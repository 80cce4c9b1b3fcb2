/** Stops a transfer out during its wait, with the mailed link and without a login. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountNow, now } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { hashToken, isTokenFormat } from '@nameloan/security/link-token';
import { domains } from '../../domain/domain.model.ts';
import { domainRef } from '../../domain/domain.ts';
import type { TransferOutStop } from '../../domain/transfer-out.ts';
import { commit, quotas } from '../../service-context.ts';
import { leaveWait } from './wait.ts';

/**
 * Repeatable. INVALID_INPUT for a link that is unknown, or whose transfer has started or was cancelled;
 * TOO_MANY_REQUESTS.
 */
export async function stopTransferOut(actor: Actor, token: string): Promise<boolean> {
  // Committed first, so that a wrong token counts too.
  await commit((tx) => quotas.take('stopLinks', clientNetwork(actor.ip), tx));
  await commit(async (tx) => {
    const domain = isTokenFormat(token)
      ? await domains.findOne({ 'transferOutStop.hashes': hashToken(token) }, tx)
      : undefined;
    const link = domain?.transferOutStop;
    if (!domain || !link) throw invalidLink();
    // After a lost response or a second click.
    if (link.stoppedAt) return;
    if (!domain.active || domain.transferOut?.state !== 'WAITING') throw invalidLink();
    const transferOutStop = { ...link, stoppedAt: now() };
    const stopped = await leaveWait(domain, { transferOutStop }, tx);
    tx.emit('domains.domain.transfer-out-stopped', stopped, {
      ...domainRef(stopped),
      requestedAt: findFirstRequest(link, hashToken(token))?.toISOString() ?? null,
      stoppedAt: accountNow().toISOString(),
    });
  });
  return true;
}

/** A person who cancelled and requested again within this time of the link that is used. */
const relatedMs = 72 * 3_600_000;

/**
 * The first request of at most 72 hours before that of the used link. Without a limit, an owner who requests again every
 * few days would lose what they set up weeks ago. Undefined if only former releases have recorded requests.
 */
function findFirstRequest({ requests = [] }: TransferOutStop, hash: string): Date | undefined {
  const used = requests.find((one) => one.hash === hash) ?? requests[0];
  if (!used) return undefined;
  const since = used.at.getTime() - relatedMs;
  return requests.map(({ at }) => at).findLast((at) => at.getTime() >= since);
}

function invalidLink(): DomainError {
  const sentence =
    'This link no longer works: the transfer has started or was cancelled. If you didn’t request it, cancel it in My Domains and set a new password.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
