/** Mails a login from a network and a browser that are both new, with a link that ends its session. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import type { Account } from '../account/account.ts';
import { readClient } from '../known-device/client.ts';
import { identifyDevice, isNewDevice } from '../known-device/known-devices.ts';
import { emitAccountLink } from '../security/emit-account-link.ts';
import { quotas } from '../service-context.ts';
import { readKnownDevices } from '../session/record-device.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import type { StopLink } from '../session/session.ts';

/** 72 hours of account time (docs/product-rules.md, Accounts). */
const stopLoginMs = 72 * 3_600_000;

/** The link, to be stored with the session; null if the device is known or the account has had no login. */
export async function mailNewLogin(
  actor: Actor,
  account: Account,
  tx: Tx,
): Promise<StopLink | null> {
  const known = await readKnownDevices(account, tx);
  const client = readClient(actor);
  if (!isNewDevice(known, client, new Date())) return null;
  if (!(await takeQuota(account.id, tx))) return null;
  const token = newToken();
  const until = new Date(accountNow().getTime() + stopLoginMs);
  const details = { accountId: account.id, kind: 'STOP_LOGIN', expiresAt: until } as const;
  emitAccountLink(details, { token, email: account.email, client }, tx);
  const device = identifyDevice(client);
  return { hash: hashToken(token), until, used: false, device, hadMfa: account.mfa !== null };
}

/** Limits mails that someone could trigger by logging in from many networks; the login goes on. */
async function takeQuota(accountId: string, tx: Tx): Promise<boolean> {
  try {
    await quotas.take('newLoginMails', accountId, tx);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}
