/** Ends the session of a login with the mailed link: the account's user says that it was someone else. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accountEventData, accounts } from '../account/account.model.ts';
import { undoChangeSince } from '../email-change/restore-former.ts';
import type { Device } from '../known-device/known-devices.ts';
import { identifyDevice, isSameDevice } from '../known-device/known-devices.ts';
import { unusablePassword } from '../password/hash-password.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { scheduleReset } from '../reset/schedule-reset.ts';
import { commit } from '../service-context.ts';
import { endSession } from '../session/end-sessions.ts';
import { readKnownDevices } from '../session/record-device.ts';
import { hashToken, isTokenFormat } from '../session/refresh-token.ts';
import { sessions } from '../session/session.model.ts';
import type { Session } from '../session/session.ts';

/**
 * Ends the session and all others of its device, forgets the device, makes the password unusable and mails a reset link.
 * A change of address that was requested since that login is stopped. Repeatable. INVALID_INPUT for
 * a link that is unknown or older than 72 hours; TOO_MANY_REQUESTS.
 */
export async function stopLogin(actor: Actor, token: string): Promise<boolean> {
  const attempts = [{ kind: 'stop-token-address' as const, key: clientNetwork(actor.ip) }];
  await countFailures(attempts, async () => {
    if ((await findByToken(token)).stopLink.used) return;
    await commit((tx) => stop(token, tx));
  });
  return true;
}

async function findByToken(token: string, tx?: Tx) {
  const session = isTokenFormat(token)
    ? await sessions.findOne({ 'stopLink.hash': hashToken(token) }, tx)
    : undefined;
  if (!session?.stopLink || session.stopLink.until <= accountNow()) throw invalidLink();
  return { session, stopLink: session.stopLink };
}

async function stop(token: string, tx: Tx): Promise<void> {
  const { session, stopLink } = await findByToken(token, tx);
  // After a lost response or a second click.
  if (stopLink.used) return;
  await endDevice(session, tx);
  const { accountId } = session;
  const account = await accounts.get(accountId, tx);
  const device = identifyLogin(session);
  const known = await readKnownDevices(account, tx);
  const knownDevices = known.filter((one) => !isSameDevice(one, device));
  const foreignMfa = stopLink.hadMfa === false ? { mfa: null, enrolment: null } : {};
  const at = accountNow();
  const restored = undoChangeSince(account, { until: stopLink.until, at });
  const changes = { passwordHash: unusablePassword, knownDevices, securityChangedAt: at };
  const after = { ...restored, ...foreignMfa, ...changes };
  const saved = await accounts.update(account, after, tx);
  if (saved.emailKey !== account.emailKey)
    tx.emit('identity.account.changed', saved, accountEventData(saved));
  await invalidateResets(accountId, tx);
  await scheduleReset(saved, tx);
}

/** The device that the mail named: the session may have moved to another network since, even to the user's own. */
function identifyLogin(session: Session): Device {
  return session.stopLink?.device ?? identifyDevice(session);
}

/** The session may have ended before. Only the first login of a device is mailed, so its other sessions end too. */
async function endDevice(session: Session, tx: Tx): Promise<void> {
  const stopLink = session.stopLink ? { ...session.stopLink, used: true } : null;
  const marked = await sessions.update(session, { ...session, stopLink }, tx);
  if (marked.status === 'OPEN') await endSession(marked, 'ENDED_BY_USER', tx);
  const device = identifyLogin(session);
  const { accountId } = session;
  for (const one of await sessions.findMany({ accountId, status: 'OPEN' }, { tx }))
    if (isSameDevice(identifyDevice(one), device)) await endSession(one, 'ENDED_BY_USER', tx);
}

function invalidLink(): DomainError {
  const sentence =
    'This link has expired. End the session in your settings, or set a new password.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
