/** Ends one of the caller's sessions. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { commit } from '../service-context.ts';
import { endSession } from './end-sessions.ts';
import { sessions } from './session.model.ts';
import type { Session } from './session.ts';
import { isOpen } from './session.ts';

/** NOT_FOUND if it is unknown, not the caller's, or ended. */
export async function endOwnSession(
  actor: AccountActor,
  id: string,
): Promise<Session & { current: boolean }> {
  return commit(async (tx) => {
    const session = await sessions.find(id, tx);
    if (!session || session.accountId !== actor.accountId || !isOpen(session, new Date())) {
      throw new DomainError('NOT_FOUND', 'There is no such session.');
    }
    const ended = await endSession(session, 'ENDED_BY_USER', tx);
    return { ...ended, current: ended.id === actor.sessionId };
  });
}
