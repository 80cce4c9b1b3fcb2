/** Job handler: creates the verification link of an account and has it mailed. */

import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { commit, serviceContext } from '../service-context.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import { verifications } from './verification.model.ts';
import { verificationLifeMs } from './verification.ts';

const subject = 'identity.verification.requested';

export async function scheduleVerificationLink(accountId: string, tx: Tx): Promise<void> {
  await tx.schedule({ kind: 'send-verification-link', key: newId(), data: { accountId } });
}

/** Idempotent: a request whose link exists was handled. Does nothing for an account that is verified by now. */
export async function sendVerificationLink(job: Job): Promise<void> {
  const accountId = String(job.data.accountId);
  await commit(async (tx) => {
    const account = await accounts.find(accountId, tx);
    if (!account || isVerified(account)) return;
    if (await verifications.findOne({ requestId: job.key }, tx)) return;
    const token = newToken();
    const expiresAt = new Date(accountNow().getTime() + verificationLifeMs);
    const verification = {
      requestId: job.key,
      accountId,
      emailKey: account.emailKey,
      status: 'OPEN' as const,
      expiresAt,
    };
    await verifications.add({ id: hashToken(token), version: 1, ...verification }, tx);
    tx.emit(
      subject,
      { id: job.key, version: 1 },
      {
        accountId,
        sealedToken: serviceContext.encrypt(token, subject),
        expiresAt: expiresAt.toISOString(),
      },
    );
  });
}
