/** Turns a fact into what people are told of it, in the transaction that marks the fact as read. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { TooEarly } from '@nameloan/service/listen.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { announce } from '../kit.ts';
import { loans } from '../loan/loan.model.ts';
import type { Loan } from '../loan/loan.ts';
import { writeMatter } from '../matter/matter.model.ts';
import type { Matter, Source } from '../matter/matter.ts';
import { isSettled } from '../matter/matter.ts';
import { recipients } from '../recipient/recipient.model.ts';
import type { Known, Wording, Words } from '../wording/wording.ts';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';

/** More would be a fault of the operator flag, not a staff. */
const mostOperators = 100;

/** Throws TooEarly while an account or the loan of the fact is not known here yet. */
export async function notify<S extends Subject>(
  event: Event<S>,
  words: Words<S>,
  tx: Tx,
): Promise<void> {
  const known: Known = { loan: await loanOf(event.data, tx), operatorIds: await operatorIds(tx) };
  for (const wording of words(event.data, known)) {
    if (wording.to !== platformAccountId) await tell(event, wording, tx);
  }
}

async function loanOf(data: object, tx: Tx): Promise<Loan | null> {
  const escrowId = (data as { escrowId?: unknown }).escrowId;
  if (typeof escrowId !== 'string') return null;
  const loan = await loans.find(escrowId, tx);
  if (!loan) throw new TooEarly(`the loan ${escrowId} is not known yet`);
  return loan;
}

async function operatorIds(tx: Tx): Promise<string[]> {
  const found = await recipients.findMany({ operator: true }, { limit: mostOperators, tx });
  return found.map(({ id }) => id);
}

async function tell(event: Event, wording: Wording, tx: Tx): Promise<void> {
  const recipient = await recipients.find(wording.to, tx);
  if (!recipient) throw new TooEarly(`the account ${wording.to} is not known yet`);
  const number = recipient.lastNumber + 1;
  await recipients.move(recipient, { ...recipient, lastNumber: number }, tx);
  const { to: accountId, topic = null, mailed = true, alert, ...words } = wording;
  const { aggregateId, aggregateVersion } = event;
  const source = { aggregateId, aggregateVersion };
  const waits = alert !== false && (await stillWaits(alert, source, tx));
  const told = { ...words, alert: waits, matters: alert || [], source, number, createdAt: now() };
  const { id } = await place({ accountId, topic, mailed }, told, tx);
  tx.afterCommit(() => announce(accountTopic(accountId), { what: 'notification', id }));
}

/** False where a fact that settles one of its matters was faster than the alert. */
async function stillWaits(names: readonly string[], source: Source, tx: Tx): Promise<boolean> {
  const known: Matter[] = [];
  for (const name of names) known.push(await writeMatter(name, (matter) => matter, tx));
  return !known.some((matter) => isSettled(matter, source));
}

type Told = Pick<
  Notification,
  | 'title'
  | 'body'
  | 'link'
  | 'alert'
  | 'kind'
  | 'subject'
  | 'matters'
  | 'source'
  | 'number'
  | 'createdAt'
>;

/** Adds the notification, or puts it in the place of an unread one of its topic; only the first is mailed. */
async function place(
  to: { accountId: string; topic: string | null; mailed: boolean },
  told: Told,
  tx: Tx,
): Promise<Notification> {
  const { accountId, topic, mailed } = to;
  const unread =
    topic === null ? undefined : await notifications.findOne({ accountId, topic, read: false }, tx);
  if (unread) return notifications.move(unread, { ...unread, ...told }, tx);
  const id = newId();
  const added = await notifications.add(
    { id, version: 1, accountId, read: false, firstNumber: told.number, topic, ...told },
    tx,
  );
  if (mailed) await tx.schedule({ kind: 'mail-notification', key: id });
  tx.emit('notifications.notification.added', added, { notificationId: id, accountId });
  return added;
}
