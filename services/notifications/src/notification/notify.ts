/** Creates the notifications of an event, in the transaction that records the event in the inbox. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId, timeOfId } from '@nameloan/service/id.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { TooEarly } from '@nameloan/service/subscribe-events.ts';
import { updateAlertKey } from '../alert-key/alert-key.model.ts';
import type { AlertKey, EventVersion } from '../alert-key/alert-key.ts';
import { isSettled } from '../alert-key/alert-key.ts';
import { settings } from '../config.ts';
import { joinDigest } from '../digest/join-digest.ts';
import { loans } from '../loan/loan.model.ts';
import type { Loan } from '../loan/loan.ts';
import { isAlwaysMailed, wantsMail } from '../preference/preferences.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { announce } from '../service-context.ts';
import type {
  NotificationDraft,
  NotificationTemplate,
  TemplateContext,
} from '../templates/template.ts';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';

/**
 * Older events arrive when a release subscribes to a new subject, after a restore or after days of downtime. They are
 * listed, but only the groups that are always mailed are mailed. Wall time, because the sandbox moves the business clock.
 */
const maxMailAgeMs = 3 * 86_400_000;
/** More would be an error in the operator flags. */
const maxOperators = 100;

/** Throws TooEarly until the account, and the loan if the template needs it, have been synced. */
export async function notify<S extends Subject>(
  event: Event<S>,
  words: NotificationTemplate<S>,
  tx: Tx,
): Promise<void> {
  for (const wording of await renderTemplate(event, words, tx)) {
    if (wording.to !== platformAccountId) await saveDraft(event, wording, tx);
  }
}

/** Loads the context lazily: the template runs again once the loan or the operators that it accessed are loaded. */
async function renderTemplate<S extends Subject>(
  { data }: Event<S>,
  words: NotificationTemplate<S>,
  tx: Tx,
): Promise<NotificationDraft[]> {
  const read: Partial<TemplateContext> = {};
  for (;;) {
    const missing = new Set<keyof TemplateContext>();
    const found = words(data, {
      get loan() {
        if (read.loan === undefined) missing.add('loan');
        return read.loan ?? null;
      },
      get operatorIds() {
        if (!read.operatorIds) missing.add('operatorIds');
        return read.operatorIds ?? [];
      },
    });
    if (missing.size === 0) return found;
    if (missing.has('loan')) read.loan = await findLoan(data, tx);
    else read.operatorIds = await operatorIds(tx);
  }
}

async function findLoan(data: object, tx: Tx): Promise<Loan | null> {
  const escrowId = (data as { escrowId?: unknown }).escrowId;
  if (typeof escrowId !== 'string') return null;
  const loan = await loans.find(escrowId, tx);
  if (!loan) throw new TooEarly(`loan ${escrowId} is not synced yet`);
  return loan;
}

async function operatorIds(tx: Tx): Promise<string[]> {
  const found = await recipients.findMany({ operator: true }, { limit: maxOperators, tx });
  return found.map(({ id }) => id);
}

async function saveDraft(event: Event, wording: NotificationDraft, tx: Tx): Promise<void> {
  const { recipient, ...place } = await allocateNumber(wording.to, tx);
  const { aggregateId, aggregateVersion } = event;
  const source = { aggregateId, aggregateVersion };
  const { title, body, link, kind, subject, alert } = wording;
  const waits = alert !== false && (await isStillOpen(alert, source, tx));
  const words = { title, body, link, kind, subject, alert: waits, matters: alert || [], source };
  const told = { ...words, ...place };
  const { topic = null, to: accountId } = wording;
  const before = await findReplaced(wording, tx);
  const shown = before
    ? await notifications.move(before, { ...before, ...told, topic, read: false }, tx)
    : await addNotification({ ...told, accountId, topic }, tx);
  const overtaken = (alert !== false && !waits) || isOld(event);
  const needless = overtaken && !isAlwaysMailed(kind);
  const news = before === undefined || before.read;
  if (news && !needless && wantsMail(recipient, kind))
    await scheduleMail(wording, { shown, event }, tx);
  tx.afterCommit(() => announce(accountTopic(accountId), { what: 'notification', id: shown.id }));
}

function isOld({ id }: Event): boolean {
  return Date.now() - timeOfId(id) > maxMailAgeMs;
}

/** The notification that the draft replaces. */
async function findReplaced(wording: NotificationDraft, tx: Tx): Promise<Notification | undefined> {
  const { to: accountId, topic, kind, subject, reopens = false } = wording;
  if (topic === undefined) return undefined;
  const unread = await notifications.findOne({ accountId, topic, read: false }, tx);
  if (unread || !reopens) return unread;
  // A lively chat must not fill the list, so its read notification is reopened.
  const ofSubject = { accountId, kind, 'subject.id': subject.id };
  const [last] = await notifications.findMany(ofSubject, { sort: { number: -1 }, limit: 1, tx });
  return last;
}

/** Allocates the next number of the account's list and a unique time, so that `upTo` names one position. */
async function allocateNumber(accountId: string, tx: Tx) {
  const lastNumber = { $add: ['$lastNumber', 1] };
  // $max ignores the absent time of an account without notifications.
  const lastToldAt = { $max: [now(), { $add: ['$lastToldAt', 1] }] };
  const recipient = await recipients.reckon(accountId, { lastNumber, lastToldAt }, tx);
  if (!recipient?.lastNotifiedAt) throw new TooEarly(`account ${accountId} is not synced yet`);
  return { recipient, number: recipient.lastNumber, createdAt: recipient.lastNotifiedAt };
}

/** False if an event that settles one of its keys arrived first. */
async function isStillOpen(
  names: readonly string[],
  source: EventVersion,
  tx: Tx,
): Promise<boolean> {
  const known: AlertKey[] = [];
  for (const name of names) known.push(await updateAlertKey(name, (matter) => matter, tx));
  return !known.some((matter) => isSettled(matter, source));
}

async function addNotification(
  told: Omit<Notification, 'id' | 'version' | 'read' | 'firstNumber'>,
  tx: Tx,
): Promise<Notification> {
  const id = newId();
  const fresh = { id, version: 1, read: false, firstNumber: told.number };
  const added = await notifications.add({ ...fresh, ...told }, tx);
  const facts = { notificationId: id, accountId: told.accountId };
  tx.emit('notifications.notification.added', added, facts);
  return added;
}

async function scheduleMail(
  { mailed = true, reminder = false, batched = false, reopens = false }: NotificationDraft,
  { shown, event }: { shown: Notification; event: Event },
  tx: Tx,
): Promise<void> {
  if (!mailed) return;
  const { id, accountId, number } = shown;
  const joined =
    reminder && (await joinDigest({ accountId, notificationId: id, at: event.at }, tx));
  if (joined) return;
  const at = new Date(now().getTime() + (batched || reopens ? settings.value.DIGEST_WAIT_MS : 0));
  const data = { endsTopic: batched, ...(reopens && { unlessRead: true, number }) };
  await tx.schedule({ kind: 'mail-notification', key: id, at, data });
}
