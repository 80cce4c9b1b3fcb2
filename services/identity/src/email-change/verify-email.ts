/** Verifies the e-mail address of an account with the mailed link. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { emailTaken } from '../account/find-taken.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { commit } from '../service-context.ts';
import { hashToken, isTokenFormat } from '../session/refresh-token.ts';
import { markVerified } from '../verification/mark-verified.ts';
import { verifications } from '../verification/verification.model.ts';
import { confirmEmailChange } from './confirm-email-change.ts';

/**
 * Also confirms a new address. Repeatable until the link expires. CONFLICT if another account has taken a new address. INVALID_INPUT for a link that is unknown, older than 24 hours or of a former
 * address; TOO_MANY_REQUESTS.
 */
export async function verifyEmail(actor: Actor, token: string): Promise<boolean> {
  const attempts = [{ kind: 'verify-token-address' as const, key: clientNetwork(actor.ip) }];
  await countFailures(attempts, () => commit((tx) => useLink(actor, token, tx))).catch(
    (error: unknown) => {
      if (isDuplicate(error, 'emailKey') || isDuplicate(error, 'canonicalEmail'))
        throw emailTaken('newEmail');
      throw error;
    },
  );
  return true;
}

async function useLink(actor: Actor, token: string, tx: Tx): Promise<void> {
  const link = isTokenFormat(token) ? await verifications.find(hashToken(token), tx) : undefined;
  if (!link || link.expiresAt <= accountNow()) throw invalidLink();
  if (link.changesAddress) {
    if (await confirmEmailChange(actor, link, tx)) return;
    throw invalidLink();
  }
  const account = await accounts.find(link.accountId, tx);
  if (account?.emailKey !== link.emailKey) throw invalidLink();
  // After a lost response or a second click.
  if (link.status === 'USED' && isVerified(account)) return;
  if (link.status === 'USED') throw invalidLink();
  await markVerified(account, {}, tx);
}

function invalidLink(): DomainError {
  const sentence = 'This link has expired. Request a new one in the app.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
