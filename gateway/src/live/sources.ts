/** Where the data of each live field comes from: the query that reads it, and the signals that say when. */

import type { LiveSignal } from '@nameloan/contracts/topics.ts';
import { accountTopic, domainTopic, escrowTopic } from '@nameloan/contracts/topics.ts';

export type Args = { escrowId?: string; domainId?: string; after?: string };

export interface Source {
  /**
   * A state is sent as it is now, then whenever it changed; an item when it was told of, each by its id.
   */
  kind: 'state' | 'item';
  /** Query field that reads one item, or the state, as it is now. */
  item: string;
  /** Which argument names the state to be read; absent: it is the caller's own. */
  of?: 'escrowId' | 'domainId';
  /** Query field that lists what is newer than `after`. */
  replay?: { field: string; args: (keyof Args)[]; newestFirst: boolean };
  /** Told once and never changed: whoever names one in `after`, or was sent it, needs it no more. */
  once?: true;
  /** What a signal must say for it to be read. */
  signals: readonly LiveSignal['what'][];
  topic(args: Args, accountId: string): string;
}

const own = (_: Args, accountId: string) => accountTopic(accountId);

/** The live fields and where their data comes from. */
export const sources: Record<string, Source> = {
  escrowMessageAdded: {
    kind: 'item',
    item: 'escrowMessage',
    replay: { field: 'escrowMessages', args: ['escrowId', 'after'], newestFirst: false },
    once: true,
    signals: ['message'],
    topic: ({ escrowId }) => escrowTopic(escrowId ?? ''),
  },
  notificationAdded: {
    kind: 'item',
    item: 'notification',
    replay: { field: 'notifications', args: ['after'], newestFirst: true },
    signals: ['notification'],
    topic: own,
  },
  escrowChanged: {
    kind: 'state',
    item: 'escrow',
    of: 'escrowId',
    signals: ['changed'],
    topic: ({ escrowId }) => escrowTopic(escrowId ?? ''),
  },
  domainChanged: {
    kind: 'state',
    item: 'domain',
    of: 'domainId',
    signals: ['changed'],
    topic: ({ domainId }) => domainTopic(domainId ?? ''),
  },
  domainsChanged: { kind: 'item', item: 'domain', signals: ['domain'], topic: own },
  offersChanged: { kind: 'item', item: 'offer', signals: ['offer'], topic: own },
  bellsChanged: {
    kind: 'state',
    item: 'bells',
    signals: ['notification', 'changed'],
    topic: own,
  },
  balanceChanged: { kind: 'state', item: 'self', signals: ['balance'], topic: own },
};

/** There is one for each caller, so nothing has to name it. */
export const isOwnState = ({ kind, of }: Source) => kind === 'state' && of === undefined;
