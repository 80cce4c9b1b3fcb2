/** Whether the user of a session has just proved their identity, by a login, a registration or a step-up. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { stepUpRequired } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { sessions } from './session.model.ts';
import { computeFreshUntil } from './session.ts';

export interface FreshSession {
  /** Wall time of the login or step-up. */
  provenAt: Date;
  withMfa: boolean;
  freshUntil: Date;
}

type Caller = Pick<AccountActor, 'accountId' | 'sessionId'>;

/** The latest proof of identity in the caller's session; null if it is not fresh. */
export async function readFreshSession({
  accountId,
  sessionId,
}: Caller): Promise<FreshSession | null> {
  const session = await sessions.find(sessionId);
  if (session?.accountId !== accountId || session.status !== 'OPEN') return null;
  const { passwordAt: provenAt, passwordWithMfa: withMfa = false } = session;
  const freshUntil = computeFreshUntil(session);
  return provenAt && freshUntil && freshUntil > accountNow()
    ? { provenAt, withMfa, freshUntil }
    : null;
}

/** Until when the caller's session is fresh; null if it is not. */
export async function readFreshUntil(caller: Caller): Promise<Date | null> {
  return (await readFreshSession(caller))?.freshUntil ?? null;
}

/** STEP_UP_REQUIRED, for the actions of this service. */
export async function assertFresh(actor: AccountActor): Promise<void> {
  if (!(await readFreshUntil(actor))) throw stepUpRequired();
}
