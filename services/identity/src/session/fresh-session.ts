/** Whether the user of a session has just proved their identity, by a login, a registration or a step-up. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { stepUpRequired } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { sessions } from './session.model.ts';
import { computeFreshUntil } from './session.ts';

/** Until when the caller's session is fresh; null if it is not. */
export async function readFreshUntil({
  accountId,
  sessionId,
}: Pick<AccountActor, 'accountId' | 'sessionId'>): Promise<Date | null> {
  const session = await sessions.find(sessionId);
  if (session?.accountId !== accountId || session.status !== 'OPEN') return null;
  const until = computeFreshUntil(session);
  return until && until > accountNow() ? until : null;
}

/** STEP_UP_REQUIRED, for the actions of this service. */
export async function assertFresh(actor: AccountActor): Promise<void> {
  if (!(await readFreshUntil(actor))) throw stepUpRequired();
}
