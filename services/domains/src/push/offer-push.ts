/** Use case: the owner of a domain in custody offers it to another account. Nothing changes at the registry. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { isValuable } from '../custody/transfer-out/wait.ts';
import { domains } from '../domain/domain.model.ts';
import { assertOwner, domainRef, transferOutWaitMs } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { commit, encrypt, quotas, request } from '../service-context.ts';
import { pushes } from './push.model.ts';
import type { Push } from './push.ts';
import { pushLifetimeMs } from './push.ts';

export const pushEmailPurpose = 'domains.push.email';
export const expireJob = 'expire-push';

const maxEmailLength = 254;

/**
 * `waits`: a valuable domain can be accepted after the wait of a transfer out. Known and unknown addresses have the same
 * result, because no user may learn who has an account.
 */
export async function offerPush(
  actor: AccountActor,
  { id, email, waits }: { id: string; email: string; waits: boolean },
): Promise<Push> {
  const typed = validateEmail(email);
  assertAllowed('PUSH', assertOwner(await domains.find(id), actor.accountId), now());
  await commit((tx) => quotas.take('pushes', actor.accountId, tx));
  const { accountId: toAccountId } = await request('identity.account-by-email', { email: typed });
  if (toAccountId === actor.accountId)
    throw invalidEmail('This is your account’s email. Enter another one.');
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    const createdAt = now();
    assertAllowed('PUSH', domain, createdAt);
    const waitMs = waits && isValuable(domain, createdAt) ? transferOutWaitMs : 0;
    const push: Push = {
      id: newId(),
      version: 1,
      domainId: domain.id,
      name: domain.name,
      unicodeName: domain.unicodeName,
      fromAccountId: domain.accountId,
      toAccountId,
      encryptedEmail: encrypt(typed, pushEmailPurpose),
      state: 'OFFERED',
      createdAt,
      acceptableFrom: new Date(createdAt.getTime() + waitMs),
      expiresAt: new Date(createdAt.getTime() + pushLifetimeMs),
      endedAt: null,
    };
    const offered = await pushes.add(push, tx);
    const reserved = await domains.update(
      domain,
      { ...domain, push: { id: push.id, expiresAt: push.expiresAt } },
      tx,
    );
    await tx.schedule({ kind: expireJob, key: push.id, at: push.expiresAt });
    tx.emit('domains.domain.push-offered', reserved, {
      ...domainRef(reserved),
      pushId: push.id,
      toAccountId,
      acceptableFrom: push.acceptableFrom.toISOString(),
      expiresAt: push.expiresAt.toISOString(),
    });
    return offered;
  });
}

function validateEmail(email: string): string {
  const typed = email.trim();
  const isAddress = typed.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(typed);
  if (isAddress) return typed;
  throw invalidEmail('Enter the email of the other account.');
}

function invalidEmail(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { email: message } });
}
