/** Subscribers that see the same data: one read serves all of them, or all at the same position of a list. */

import type { ChangeSignal } from '@nameloan/contracts/topics';
import type { DocumentNode } from 'graphql';
import type { Execute } from '../graphql/execute.ts';
import { GrowingList } from './growing-list.ts';
import type { LiveArguments, LiveOperation } from './live-operation.ts';
import { itemVariables, lastVariables, listVariables, probeKey } from './live-operation.ts';
import { Pace } from './pace.ts';
import type { Read } from './read-as-subscriber.ts';
import { ReadRejectedError, readAsCaller, toItem } from './read-as-subscriber.ts';
import { idOf, isOwnState } from './sources.ts';
import type { LiveItem, Subscriber } from './subscriber.ts';

/**
 * Minimum time between two reads of an account's changed items or totals. After each one, pages read their list again, and
 * one job may change thousands of items. Loans, single domains and chats are read at once.
 */
const readIntervalMs = 1_000;
/** Reads that start together share a request to the service, up to this number. */
const itemsPerTurn = 25;

export interface GroupOptions {
  operation: LiveOperation;
  given: LiveArguments;
  execute: Execute;
}

export class SubscriptionGroup {
  readonly members = new Set<Subscriber>();
  /** Unsubscribes from the topic; set once subscribed. */
  unsubscribe: () => void = () => {};
  readonly #options: GroupOptions;
  readonly #list: GrowingList | undefined;
  #queueTail: Promise<void> = Promise.resolve();
  #recheckQueued = false;
  /** Items that were signalled and are still to be read, in the order of the signals. */
  readonly #changedItems = new Set<string>();
  readonly #pace = new Pace(() => this.#readChanges(), readIntervalMs);

  constructor(options: GroupOptions) {
    this.#options = options;
    const { last } = options.operation;
    if (last)
      this.#list = new GrowingList({
        following: (subscribers, after) => this.#readFollowing(subscribers, after),
        last: (subscribers, before) => this.#readLastId(subscribers, last, before),
      });
  }

  handleSignal = (signal: ChangeSignal): void => {
    const { source } = this.#options.operation;
    const matches = source.signals.includes(signal.what);
    if (signal.what === 'rights') this.recheck();
    else if (matches && isOwnState(source)) this.#pace.request();
    else if (source.kind === 'STATE' ? matches : signal.what === 'changed') this.recheck();
    else if (matches && this.#list) this.#readOn(this.#list, signal.id);
    else if (matches && signal.id) {
      this.#changedItems.add(signal.id);
      this.#pace.request();
    }
  };

  /** After the last member has left. */
  close(): void {
    this.#pace.stop();
    this.unsubscribe();
  }

  /** After a change of the data or of access: reads the state again, or checks access and reads on. */
  recheck(): void {
    // Also covers members that joined after the check was queued.
    this.#list?.noteNewItem();
    if (this.#recheckQueued) return;
    this.#recheckQueued = true;
    this.#queue(async () => {
      this.#recheckQueued = false;
      if (this.#options.operation.source.kind === 'STATE') await this.#readState();
      else await this.#checkAccess();
    });
    if (this.#list) this.#readOn(this.#list);
  }

  #readOn(list: GrowingList, itemId?: string): void {
    list.noteNewItem(itemId);
    this.#queue(() => list.readOn());
  }

  #queue(work: () => Promise<void>): void {
    this.#queueTail = this.#queueTail.then(work).catch(() => undefined);
  }

  #readChanges(): void {
    if (isOwnState(this.#options.operation.source)) this.recheck();
    else this.#queue(() => this.#readChangedItems());
  }

  /** Adds a member, which receives all signals from now on. */
  join(subscriber: Subscriber, given: LiveArguments): void {
    this.members.add(subscriber);
    this.#list?.join(subscriber, given.args.after ?? undefined);
  }

  /** Replays what the new member missed since its own `after`, then switches it to live signals. */
  async replayAndJoin(subscriber: Subscriber, given: LiveArguments): Promise<void> {
    const { operation, execute } = this.#options;
    const after = given.args.after ?? undefined;
    try {
      if (this.#list) {
        const list = this.#list;
        await list.catchUp(subscriber);
        this.#queue(() => list.readOn());
      } else if (operation.source.kind === 'STATE') {
        subscriber.send(
          this.#state(await readAsCaller(execute, subscriber.caller, this.#stateRead())),
        );
      } else if (operation.replay && after !== undefined) {
        for (const item of await this.#readMissed(subscriber, given)) subscriber.send(item);
      }
      subscriber.goLive();
    } catch (error) {
      this.#endWithError(subscriber, error);
    }
  }

  /** The items newer than `after`, oldest first; of too many, the oldest are omitted. */
  async #readMissed(
    subscriber: Subscriber,
    { args, variables }: LiveArguments,
  ): Promise<LiveItem[]> {
    const { operation, execute } = this.#options;
    const { replay, responseKey } = operation;
    if (!replay) return [];
    const { after } = args;
    const position = { id: idOf(operation.source, args), after };
    const read = { document: replay, variables: listVariables(variables, position), responseKey };
    const items = this.#items(await readAsCaller(execute, subscriber.caller, read));
    return items.reverse();
  }

  async #readLastId(
    subscribers: readonly Subscriber[],
    document: DocumentNode,
    before: string | undefined,
  ): Promise<string> {
    const { given, operation } = this.#options;
    const { responseKey } = operation;
    const variables = lastVariables(idOf(operation.source, given.args), before);
    const [item] = this.#items(
      await this.#readAsOne(subscribers, { document, variables, responseKey }),
    );
    return item?.id ?? '';
  }

  async #readFollowing(subscribers: readonly Subscriber[], after: string): Promise<LiveItem[]> {
    const { given, operation } = this.#options;
    const { read: document, responseKey } = operation;
    const id = idOf(operation.source, given.args);
    const variables = listVariables(given.variables, { id, after });
    return this.#items(await this.#readAsOne(subscribers, { document, variables, responseKey }));
  }

  #stateRead(): Read {
    const { operation, given } = this.#options;
    return {
      document: operation.read,
      variables: itemVariables(given.variables, idOf(operation.source, given.args)),
      responseKey: operation.responseKey,
    };
  }

  #state(value: unknown): LiveItem {
    const { result } = toItem(value, this.#options.operation.responseKey);
    return { id: undefined, state: JSON.stringify(result.data), result };
  }

  async #readState(): Promise<void> {
    const value = await this.#readAsOne([...this.members], this.#stateRead());
    if (value === undefined) return;
    const state = this.#state(value);
    for (const subscriber of [...this.members]) subscriber.push(state);
  }

  /** Sends the items in the order of their signals, because clients continue after the last one. */
  async #readChangedItems(): Promise<void> {
    const ids = [...this.#changedItems];
    this.#changedItems.clear();
    for (let at = 0; at < ids.length; at += itemsPerTurn) {
      const values = await Promise.all(
        ids.slice(at, at + itemsPerTurn).map((id) => this.#readItem(id)),
      );
      for (const value of values) {
        if (value === undefined) continue;
        const shown = this.#item(value);
        for (const subscriber of [...this.members]) subscriber.push(shown);
      }
    }
  }

  #readItem(id: string): Promise<unknown> {
    const { operation, given } = this.#options;
    const { read: document, responseKey } = operation;
    const variables = itemVariables(given.variables, id);
    return this.#readAsOne([...this.members], { document, variables, responseKey });
  }

  #items(list: unknown): LiveItem[] {
    return Array.isArray(list) ? list.map((value) => this.#item(value)) : [];
  }

  /** An item with a known id is sent again only if its data changed. */
  #item(value: unknown): LiveItem {
    const { id, result } = toItem(value, this.#options.operation.responseKey);
    return this.#list ? { id, result } : { id, state: JSON.stringify(result.data), result };
  }

  /** Reads as one member. A member without access ends and the next one is used; any other error ends all of them. */
  async #readAsOne(subscribers: readonly Subscriber[], read: Read): Promise<unknown> {
    for (const subscriber of subscribers) {
      if (subscriber.ended) continue;
      try {
        return await readAsCaller(this.#options.execute, subscriber.caller, read);
      } catch (error) {
        if (this.#isGone(error)) return undefined;
        if (error instanceof ReadRejectedError && error.lost) this.#endWithError(subscriber, error);
        else for (const one of subscribers) this.#endWithError(one, error);
      }
    }
    return undefined;
  }

  /** An item that no longer belongs to the caller does not end the subscription. */
  #isGone(error: unknown): boolean {
    const { source } = this.#options.operation;
    if (source.kind !== 'ITEM' || !(error instanceof ReadRejectedError)) return false;
    return error.shown.extensions.code === 'NOT_FOUND';
  }

  async #checkAccess(): Promise<void> {
    await Promise.all(
      [...this.members].map((subscriber) =>
        this.#checkAccessOf(subscriber).catch((error) => this.#endWithError(subscriber, error)),
      ),
    );
  }

  async #checkAccessOf(subscriber: Subscriber): Promise<void> {
    const { given, operation, execute } = this.#options;
    const { accessProbe: document, source } = operation;
    if (!document) return;
    const variables = { id: idOf(source, given.args) };
    await readAsCaller(execute, subscriber.caller, { document, variables, responseKey: probeKey });
  }

  #endWithError(subscriber: Subscriber, error: unknown): void {
    if (error instanceof ReadRejectedError) subscriber.end(error.shown);
    else void subscriber.return();
  }
}
