/** Job handler: creates the verification link of an account and has it mailed. */

import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { isVerified } from '../account/account.ts';
import { toEmailKey } from '../account/email-address.ts';
import { findPending } from '../account/email-change.ts';
import { emitAccountLink } from '../security/emit-account-link.ts';
import { commit, serviceContext } from '../service-context.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import { verifications } from './verification.model.ts';
import { verificationLifeMs } from './verification.ts';

const subject = 'identity.verification.requested';

/** `changesAddress`: for the new address of a pending change. */
export async function scheduleVerificationLink(
  accountId: string,
  tx: Tx,
  { changesAddress = false } = {},
): Promise<void> {
  const data = { accountId, ...(changesAddress ? { changesAddress } : {}) };
  await tx.schedule({ kind: 'send-verification-link', key: newId(), data });
}

/** Idempotent: a request whose link exists was handled. Does nothing for an account that is verified by now. */
export async function sendVerificationLink(job: Job): Promise<void> {
  const accountId = String(job.data.accountId);
  await commit(async (tx) => {
    const account = await accounts.find(accountId, tx);
    if (!account) return;
    if (job.data.changesAddress) return sendChangeLink(job, account, tx);
    if (isVerified(account)) return;
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

/** The link ends with the time in which the former address can stop the change. */
async function sendChangeLink(job: Job, account: Account, tx: Tx): Promise<void> {
  const change = findPending(account, accountNow());
  if (!change || (await verifications.findOne({ requestId: job.key }, tx))) return;
  const { id: accountId } = account;
  const { newEmail: email, heldUntil } = change;
  const token = newToken();
  const expiresAt = new Date(
    Math.min(accountNow().getTime() + verificationLifeMs, heldUntil.getTime()),
  );
  const verification = {
    ...{ id: hashToken(token), version: 1, requestId: job.key, accountId },
    ...{ emailKey: toEmailKey(email), changesAddress: true, status: 'OPEN' as const, expiresAt },
  };
  await verifications.add(verification, tx);
  emitAccountLink({ accountId, kind: 'CONFIRM_EMAIL', expiresAt }, { token, email }, tx);
}
