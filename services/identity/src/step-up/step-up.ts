/** Step-up: a proof of identity that makes a session fresh for 15 minutes of wall time. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from '../account/account.model.ts';
import { codeError, withCodeAttempt } from '../mfa/check-code.ts';
import { consumeCode, remainingRecoveryCodes } from '../mfa/consume-code.ts';
import { checkCurrentPassword } from '../password/check-current-password.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { sessions } from '../session/session.model.ts';
import type { Session } from '../session/session.ts';
import { computeFreshUntil } from '../session/session.ts';

export interface StepUpInput {
  curPassword: string;
  mfa?: string | null;
}

/**
 * Makes the session fresh; resolves to the end of that. INVALID_INPUT for a wrong password or code, and for a missing code
 * if MFA is on; TOO_MANY_REQUESTS.
 */
export async function stepUp(actor: AccountActor, input: StepUpInput): Promise<Date> {
  const account = await accounts.get(actor.accountId);
  assertValid({ curPassword: await checkCurrentPassword(account, input.curPassword) });
  if (!account.mfa) return markFresh(actor, { passwordHash: account.passwordHash });
  return withCodeAttempt(actor, input.mfa ?? '', (code, invalidCode) =>
    markFresh(actor, { passwordHash: account.passwordHash, code, invalidCode }),
  );
}

interface Proof {
  /** Of the checked password; a concurrent change makes the check worthless. */
  passwordHash: string;
  code?: string;
  invalidCode?: () => DomainError;
}

function markFresh(actor: AccountActor, proof: Proof): Promise<Date> {
  return commit(async (tx) => {
    const account = await accounts.get(actor.accountId, tx);
    if (account.passwordHash !== proof.passwordHash)
      throw new DomainError('CONFLICT', 'Your password was just changed elsewhere.', {
        reason: 'STALE',
      });
    if (account.mfa) {
      const mfa = consumeCode(account.mfa, proof.code ?? '', account.id);
      if (!mfa) throw proof.invalidCode?.() ?? codeError('MFA code required');
      const saved = await accounts.update(account, { ...account, mfa }, tx);
      const recoveryCodesLeft = remainingRecoveryCodes(account.mfa, mfa);
      const change = { change: 'RECOVERY_CODE_USED', accountId: account.id, by: actor } as const;
      if (recoveryCodesLeft !== undefined)
        emitSecurityChange(saved, { ...change, recoveryCodesLeft }, tx);
    }
    const session = await findOwnSession(actor, tx);
    const passwordAt = new Date();
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
