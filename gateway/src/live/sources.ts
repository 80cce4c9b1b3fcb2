/** The sources of live fields: the query that reads each one, and the signals that trigger a read. */

import type { ChangeSignal } from '@nameloan/contracts/topics';
import { accountTopic, domainTopic, escrowTopic } from '@nameloan/contracts/topics';

export type Args = { escrowId?: string; domainId?: string; after?: string };

export interface Source {
  /**
   * `state`: sent now and after every change. `item`: sent by id after each signal. `list`: a list that only grows; new
   * items are sent from each subscriber's own position.
   */
  kind: 'state' | 'item' | 'list';
  /** The query field that reads one item, the current state, or the list items after `after`, oldest first. */
  field: string;
  /** The argument that identifies the state; absent: the caller's own state. */
  of?: 'escrowId' | 'domainId';
  /** The query field that lists the items newer than `after`, newest first. */
  replay?: string;
  /** The signals that trigger a read. */
  signals: readonly ChangeSignal['what'][];
  topic(args: Args, accountId: string): string;
}

const own = (_: Args, accountId: string) => accountTopic(accountId);

/** All live fields. */
export const sources: Record<string, Source> = {
  escrowMessageAdded: {
    kind: 'list',
    field: 'escrowMessages',
    signals: ['message'],
    topic: ({ escrowId }) => escrowTopic(escrowId ?? ''),
  },
  notificationAdded: {
    kind: 'item',
    field: 'notification',
    replay: 'notifications',
    signals: ['notification'],
    topic: own,
  },
  escrowChanged: {
    kind: 'state',
    field: 'escrow',
    of: 'escrowId',
    signals: ['changed'],
    topic: ({ escrowId }) => escrowTopic(escrowId ?? ''),
  },
  domainChanged: {
    kind: 'state',
    field: 'domain',
    of: 'domainId',
    signals: ['changed'],
    topic: ({ domainId }) => domainTopic(domainId ?? ''),
  },
  domainsChanged: { kind: 'item', field: 'domain', signals: ['domain'], topic: own },
  offersChanged: { kind: 'item', field: 'offer', signals: ['offer'], topic: own },
  notificationsChanged: {
    kind: 'state',
    field: 'notificationCenter',
    signals: ['notification', 'changed'],
    topic: own,
  },
  balanceChanged: { kind: 'state', field: 'self', signals: ['balance'], topic: own },
};

/** Whether the field is the caller's own state, which needs no id. */
export const isOwnState = ({ kind, of }: Source) => kind === 'state' && of === undefined;
