/** Use case: the receiver of a push accepts it and becomes the owner; the name stays in the same registrar account. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { formatDate } from '@nameloan/contracts/format-date';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict, domainRef } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { moveToAccount } from '../owner/move-to-account.ts';
import { commit, request } from '../service-context.ts';
import { expireJob } from './offer-push.ts';
import { assertOffered, findForParty } from './party.ts';
import { pushes } from './push.model.ts';
import type { Push } from './push.ts';

/** Throws CONFLICT while the sender's account is being secured, and UNAVAILABLE if identity does not answer. */
export async function acceptPush(actor: AccountActor, id: string): Promise<Push> {
  const { accountId } = actor;
  const offered = await commit((tx) => findForParty(id, { party: 'toAccountId', accountId }, tx));
  if (offered.state === 'ACCEPTED') return offered;
  assertAcceptable(offered);
  const sender = await request('identity.account-access', { accountId: offered.fromAccountId });
  if (sender.emailChangingUntil)
    throw conflict(
      'PUSH_WAITING',
      'The other account is changing its email. Accept the push later.',
    );
  return commit(async (tx) => {
    const push = await findForParty(id, { party: 'toAccountId', accountId }, tx);
    if (push.state === 'ACCEPTED') return push;
    assertAcceptable(push);
    const domain = await domains.get(push.domainId, tx);
    assertMovable(domain, push);
    const moved = await moveToAccount(domain, { accountId, heldFor: null }, tx);
    await tx.unschedule(expireJob, push.id);
    tx.emit('domains.domain.pushed', moved, {
      ...domainRef(moved),
      pushId: push.id,
      fromAccountId: push.fromAccountId,
    });
    return pushes.update(
      push,
      { ...push, state: 'ACCEPTED', encryptedEmail: null, endedAt: now() },
      tx,
    );
  });
}

function assertAcceptable(push: Push): void {
  assertOffered(push);
  const { acceptableFrom } = push;
  if (acceptableFrom > now())
    throw conflict(
      'PUSH_WAITING',
      `You can accept this domain from ${formatDate(acceptableFrom)}.`,
      acceptableFrom,
    );
}

/** By the rules of offering it, because the domain may have changed since; the push itself is no obstacle. */
function assertMovable(domain: Domain, push: Push): void {
  const isSame = domain.active && domain.accountId === push.fromAccountId;
  if (!isSame || domain.push?.id !== push.id)
    throw conflict('NOT_PENDING', 'The domain of this push has moved on.');
  assertAllowed('PUSH', { ...domain, push: null }, now());
}
