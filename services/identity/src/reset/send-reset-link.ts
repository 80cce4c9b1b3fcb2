/** Job handler: creates the reset link of a request and has it mailed, if the account exists. */

import type { Job } from '@nameloan/persistence/jobs';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { findByEmail } from '../account/find-by-email.ts';
import { commit, serviceContext } from '../service-context.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import { resets } from './reset.model.ts';
import { resetLifeMs } from './reset.ts';

/** Idempotent: a request whose link exists was handled. */
export async function sendResetLink(job: Job): Promise<void> {
  await commit(async (tx) => {
    const account = await findByEmail(String(job.data.emailKey), tx);
    if (!account || (await resets.findOne({ requestId: job.key }, tx))) return;
    const token = newToken();
    const expiresAt = new Date(accountNow().getTime() + resetLifeMs);
    const reset = { requestId: job.key, accountId: account.id, status: 'OPEN' as const, expiresAt };
    await resets.add({ id: hashToken(token), version: 1, ...reset }, tx);
    // A reset invalidates the links that it sees. Both write the account, so that concurrent ones conflict.
    await accounts.update(account, account, tx);
    tx.emit(
      'identity.reset.requested',
      { id: job.key, version: 1 },
      {
        accountId: account.id,
        sealedToken: serviceContext.encrypt(token, 'identity.reset.requested'),
        expiresAt: expiresAt.toISOString(),
      },
    );
  });
}
