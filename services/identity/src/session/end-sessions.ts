/** Ends one session or all sessions of an account, in the caller's transaction. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { publishSignal } from '../service-context.ts';
import { publishEndedSession } from './publish-ended-sessions.ts';
import { sessions } from './session.model.ts';
import type { EndReason, Session } from './session.ts';

/** Its refresh tokens are invalid once this commits; gateways then fetch the revocation feed and reject its access tokens. */
export async function endSession(session: Session, reason: EndReason, tx: Tx): Promise<Session> {
  const ended = await sessions.update(
    session,
    { ...session, status: 'ENDED', endedAt: new Date(), endReason: reason },
    tx,
  );
  const { id: sessionId, accountId } = ended;
  tx.emit('identity.session.revoked', ended, { sessionId, accountId, reason });
  tx.afterCommit(() => {
    publishEndedSession();
    publishSignal(accountTopic(accountId), { what: 'rights' });
  });
  return ended;
}

/** Ends every open session of the account except `except`. */
export async function endAccountSessions(
  { accountId, except }: { accountId: string; except?: string },
  reason: EndReason,
  tx: Tx,
): Promise<void> {
  for (const session of await sessions.findMany({ accountId, status: 'OPEN' }, { tx })) {
    if (session.id !== except) await endSession(session, reason, tx);
  }
}
