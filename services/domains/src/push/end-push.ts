/** The end of a push without a new owner: declined, withdrawn, expired, or given up for a loan or a loss of custody. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { expireJob } from './offer-push.ts';
import { assertOffered, findForParty } from './party.ts';
import { pushes } from './push.model.ts';
import type { Push, PushEnd } from './push.ts';

/** By its receiver. */
export function declinePush(actor: AccountActor, id: string): Promise<Push> {
  return endByParty(id, { party: 'toAccountId', accountId: actor.accountId, end: 'DECLINED' });
}

/** By its sender. */
export function withdrawPush(actor: AccountActor, id: string): Promise<Push> {
  return endByParty(id, { party: 'fromAccountId', accountId: actor.accountId, end: 'WITHDRAWN' });
}

/** A repeated call has the same result; any other end is a conflict. */
function endByParty(
  id: string,
  {
    party,
    accountId,
    end,
  }: { party: 'fromAccountId' | 'toAccountId'; accountId: string; end: PushEnd },
): Promise<Push> {
  return commit(async (tx) => {
    const push = await findForParty(id, { party, accountId }, tx);
    if (push.state === end) return push;
    assertOffered(push);
    return endPush(push, end, tx);
  });
}

/** Job at the end of a push's seven days. */
export async function expirePush(job: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const push = await pushes.find(job.key, tx);
    if (push?.state !== 'OFFERED') return undefined;
    if (push.expiresAt > now()) return { runAgainAt: push.expiresAt };
    await endPush(push, 'EXPIRED', tx);
    return undefined;
  });
}

async function endPush(push: Push, end: PushEnd, tx: Tx): Promise<Push> {
  const domain = await domains.get(push.domainId, tx);
  await releaseDomain(domain, { push, end, tx });
  return pushes.get(push.id, tx);
}

/**
 * Ends the push of a domain that a use case is about to change, and resolves to the domain without it. A loan or the loss
 * of custody comes first.
 */
export async function giveUpPush(domain: Domain, tx: Tx): Promise<Domain> {
  const push = domain.push ? await pushes.find(domain.push.id, tx) : undefined;
  if (push?.state !== 'OFFERED') return domain;
  return releaseDomain(domain, { push, end: 'WITHDRAWN', tx });
}

/** The domain is written first, so that the event has another version. */
async function releaseDomain(
  domain: Domain,
  { push, end, tx }: { push: Push; end: PushEnd; tx: Tx },
): Promise<Domain> {
  const freed = await domains.update(domain, { ...domain, push: null }, tx);
  await pushes.update(push, { ...push, state: end, encryptedEmail: null, endedAt: now() }, tx);
  await tx.unschedule(expireJob, push.id);
  tx.emit('domains.domain.push-ended', freed, {
    ...domainRef(freed),
    pushId: push.id,
    toAccountId: push.toAccountId,
    end,
  });
  return freed;
}
