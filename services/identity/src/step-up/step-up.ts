/** Step-up: a proof of identity that makes a session fresh for 15 minutes of account time. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { sessions } from '../session/session.model.ts';
import type { Session } from '../session/session.ts';
import { computeFreshUntil } from '../session/session.ts';
import type { StepUpInput } from './prove-identity.ts';
import { proveIdentity } from './prove-identity.ts';

/**
 * Makes the session fresh; resolves to the end of that. INVALID_INPUT for a wrong password or code, and for a missing code
 * if MFA is on; TOO_MANY_REQUESTS.
 */
export async function stepUp(actor: AccountActor, input: StepUpInput): Promise<Date> {
  const account = await accounts.get(actor.accountId);
  return proveIdentity(actor, { ...input, account }, async () => async (_, tx) => {
    const session = await findOwnSession(actor, tx);
    const passwordAt = accountNow();
    // Older sessions know their login only from this time, which must not extend them.
    const openedAt = session.openedAt ?? session.passwordAt ?? session.createdAt;
    const passwordWithMfa = account.mfa !== null;
    await sessions.update(session, { ...session, openedAt, passwordAt, passwordWithMfa }, tx);
    return computeFreshUntil({ ...session, passwordAt }) ?? passwordAt;
  });
}

async function findOwnSession({ accountId, sessionId }: AccountActor, tx: Tx): Promise<Session> {
  const session = await sessions.find(sessionId, tx);
  if (session?.accountId !== accountId || session.status !== 'OPEN')
    throw new DomainError('UNAUTHENTICATED', 'Log in first.');
  return session;
}
