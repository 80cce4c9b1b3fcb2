/** Creates the notifications of an event, in the transaction that records the event in the inbox. */

import type { Event, Subject } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId, timeOfId } from '@nameloan/runtime/id';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { updateAlertKey } from '../alert-key/alert-key.model.ts';
import type { AlertKey, EventVersion } from '../alert-key/alert-key.ts';
import { isSettled } from '../alert-key/alert-key.ts';
import { settings } from '../config.ts';
import { joinDigest } from '../digest/join-digest.ts';
import { joinWindow } from '../mail-window/join-window.ts';
import { joinKey } from '../mail-window/mail-window.ts';
import { isAlwaysMailed, wantsMail } from '../preference/preferences.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { publishSignal } from '../service-context.ts';
import { labelAction } from '../templates/mail/action-label.ts';
import type { DraftRenderer, NotificationDraft } from '../templates/template.ts';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';
import { renderDrafts } from './render-drafts.ts';

/**
 * Older events arrive when a release subscribes to a new subject, after a restore or after days of downtime. They are
 * listed, but only the groups that are always mailed are mailed. Wall time, because the sandbox moves the business clock.
 */
const maxMailAgeMs = 3 * 86_400_000;

/** Throws DependencyNotReadyError until the account, and what else the template needs, have been synced. */
export async function notify<S extends Subject>(
  event: Event<S>,
  render: DraftRenderer<S>,
  tx: Tx,
): Promise<void> {
  for (const draft of await renderDrafts(event, render, tx)) {
    if (draft.to !== platformAccountId) await saveDraft(event, draft, tx);
  }
}

async function saveDraft(event: Event, draft: NotificationDraft, tx: Tx): Promise<void> {
  const { recipient, ...position } = await allocateNumber(draft.to, tx);
  const { aggregateId, aggregateVersion } = event;
  const source = { aggregateId, aggregateVersion };
  const { title, body, link, kind, subject, alert, rows = [] } = draft;
  const open = alert !== false && (await isStillOpen(alert, source, tx));
  const mailed = { rows, action: labelAction(draft) };
  const about = { kind, subject, alert: open, alertKeys: alert || [], source };
  const content = { title, body, link, ...mailed, ...about };
  const fields = { ...content, ...position };
  const { topic = null, to: accountId } = draft;
  const before = await findReplaced(draft, tx);
  const saved = before
    ? await notifications.update(before, { ...before, ...fields, topic, read: false }, tx)
    : await addNotification({ ...fields, accountId, topic }, tx);
  const outdated = (alert !== false && !open) || isOld(event);
  const skipped = outdated && !isAlwaysMailed(kind);
  const unseen = before === undefined || before.read;
  if (unseen && !skipped && wantsMail(recipient, kind))
    await scheduleMail(draft, { saved, event }, tx);
  tx.afterCommit(() =>
    publishSignal(accountTopic(accountId), { what: 'notification', id: saved.id }),
  );
}

function isOld({ id }: Event): boolean {
  return Date.now() - timeOfId(id) > maxMailAgeMs;
}

/** The notification that the draft replaces. */
async function findReplaced(draft: NotificationDraft, tx: Tx): Promise<Notification | undefined> {
  const { to: accountId, topic, kind, subject, reopens = false } = draft;
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
  const lastNotifiedAt = { $max: [now(), { $add: ['$lastNotifiedAt', 1] }] };
  const recipient = await recipients.updateWith(accountId, { lastNumber, lastNotifiedAt }, tx);
  if (!recipient?.lastNotifiedAt)
    throw new DependencyNotReadyError(`account ${accountId} is not synced yet`);
  return { recipient, number: recipient.lastNumber, createdAt: recipient.lastNotifiedAt };
}

/** False if an event that settles one of its keys arrived first. */
async function isStillOpen(
  keys: readonly string[],
  source: EventVersion,
  tx: Tx,
): Promise<boolean> {
  const alertKeys: AlertKey[] = [];
  for (const key of keys) alertKeys.push(await updateAlertKey(key, (unchanged) => unchanged, tx));
  return !alertKeys.some((alertKey) => isSettled(alertKey, source));
}

async function addNotification(
  fields: Omit<Notification, 'id' | 'version' | 'read' | 'firstNumber'>,
  tx: Tx,
): Promise<Notification> {
  const id = newId();
  const fresh = { id, version: 1, read: false, firstNumber: fields.number };
  const added = await notifications.add({ ...fresh, ...fields }, tx);
  const data = { notificationId: id, accountId: fields.accountId };
  tx.emit('notifications.notification.added', added, data);
  return added;
}

async function scheduleMail(
  draft: NotificationDraft,
  { saved, event }: { saved: Notification; event: Event },
  tx: Tx,
): Promise<void> {
  const { mailed = true, reminder = false, batched = false, reopens = false } = draft;
  if (!mailed) return;
  const { id, accountId, number } = saved;
  const about = joinKey(draft);
  const joined =
    (reminder && (await joinDigest({ accountId, notificationId: id, at: event.at }, tx))) ||
    (about !== undefined && (await joinWindow({ accountId, notificationId: id, about }, tx)));
  // The mail of a former message, which was read, may still wait: the joined mail replaces it.
  if (joined && reopens) await tx.unschedule('mail-notification', id);
  if (joined) return;
  const at = new Date(now().getTime() + (batched || reopens ? settings.value.DIGEST_WAIT_MS : 0));
  const data = { endsTopic: batched, ...(reopens && { unlessRead: true, number }) };
  await tx.schedule({ kind: 'mail-notification', key: id, at, data });
}
