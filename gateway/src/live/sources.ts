/** Where the data of each live field comes from: the query that reads it, and the signals that say when. */

import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import { accountTopic, domainTopic, escrowTopic } from '@nameloan/contracts/topics.ts';

export type Args = { escrowId?: string; domainId?: string; after?: string };

export interface Source {
  /**
   * A state is sent as it is now, then whenever it changed; an item when it was told of, each by its id; of a list that
   * only grows what comes to it, from each watcher's own place on.
   */
  kind: 'state' | 'item' | 'list';
  /** Query field that reads one item, the state as it is now, or what follows `after` in the list, oldest first. */
  field: string;
  /** Which argument names the state to be read; absent: it is the caller's own. */
  of?: 'escrowId' | 'domainId';
  /** Query field that lists the items that are newer than `after`, the newest first. */
  replay?: string;
  /** What a signal must say for it to be read. */
  signals: readonly ChangeSignal['what'][];
  topic(args: Args, accountId: string): string;
}

const own = (_: Args, accountId: string) => accountTopic(accountId);

/** The live fields and where their data comes from. */
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

/** There is one for each caller, so nothing has to name it. */
export const isOwnState = ({ kind, of }: Source) => kind === 'state' && of === undefined;
