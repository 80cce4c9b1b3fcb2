/** Request handler: what an account may do now, for the services that guard an action. NOT_FOUND if unknown. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { readHeldUntil } from '../account/email-change.ts';
import { isRestricted } from '../account/restriction.ts';
import { settings } from '../config.ts';
import { readFreshSession } from '../session/fresh-session.ts';

export async function readAccess({
  accountId,
  sessionId,
}: {
  accountId: string;
  sessionId?: string | undefined;
}): Promise<ReplyPayload<'identity.account-access'>> {
  const account = await accounts.get(accountId);
  const session = sessionId ? await readFreshSession({ accountId, sessionId }) : null;
  return {
    verified: isVerified(account),
    restricted: isRestricted(account),
    freshUntil: session?.freshUntil.toISOString() ?? null,
    emailChangingUntil: readHeldUntil(account, accountNow())?.toISOString() ?? null,
    strict: settings.value.ACCOUNT_RULES === 'strict',
    proof: session && {
      emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
      withMfa: session.withMfa,
      provenAt: session.provenAt.toISOString(),
    },
  };
}
