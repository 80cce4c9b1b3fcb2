/** Subscribers who see the same: one read for all of them, of a list for all who have the same of it. */

import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import type { DocumentNode } from 'graphql';
import { parse } from 'graphql';
import type { Execute } from '../graphql/execute.ts';
import { GrowingList } from './growing-list.ts';
import type { LiveArguments, LiveOperation } from './live-operation.ts';
import { itemVariables, lastVariables, listVariables } from './live-operation.ts';
import type { Read } from './read-as-subscriber.ts';
import { ReadRefused, readAs, toItem } from './read-as-subscriber.ts';
import type { LiveItem, Watch } from './subscriber.ts';

const probe = parse('query MaySee($id: ID!) { escrow(id: $id) { id } }');

export interface GroupOptions {
  operation: LiveOperation;
  given: LiveArguments;
  execute: Execute;
}

export class Group {
  readonly members = new Set<Watch>();
  /** Lets go of the topic; set once it is heard. */
  letGo: () => void = () => {};
  readonly #options: GroupOptions;
  readonly #list: GrowingList | undefined;
  #chain: Promise<void> = Promise.resolve();
  #recheckAsked = false;

  constructor(options: GroupOptions) {
    this.#options = options;
    const { last } = options.operation;
    if (last)
      this.#list = new GrowingList({
        following: (watches, after) => this.#following(watches, after),
        last: (watches, before) => this.#last(watches, last, before),
      });
  }

  hear = (signal: ChangeSignal): void => {
    const { kind, signals } = this.#options.operation.source;
    const meant = signals.includes(signal.what);
    if (signal.what === 'rights' || (kind === 'state' ? meant : signal.what === 'changed'))
      this.recheck();
    else if (meant && this.#list) this.#readOn(this.#list, signal.id);
    else if (meant && signal.id) this.#queue(() => this.#readItem(signal.id ?? ''));
  };

  /** Something about the loan or about rights changed: read the state again, or ask who may still see, and read on. */
  recheck(): void {
    // Also for who came after it was asked.
    this.#list?.tell();
    if (this.#recheckAsked) return;
    this.#recheckAsked = true;
    this.#queue(async () => {
      this.#recheckAsked = false;
      if (this.#options.operation.source.kind === 'state') await this.#readState();
      else await this.#probeAll();
    });
    if (this.#list) this.#readOn(this.#list);
  }

  #readOn(list: GrowingList, told?: string): void {
    list.tell(told);
    this.#queue(() => list.readOn());
  }

  #queue(work: () => Promise<void>): void {
    this.#chain = this.#chain.then(work).catch(() => undefined);
  }

  /** Makes the watch a member: what is told from now on is for it, too. */
  enter(watch: Watch, given: LiveArguments): void {
    this.members.add(watch);
    this.#list?.enter(watch, given.args.after ?? undefined);
  }

  /** Brings a new member up to what is now (`given` is its own: members differ in `after`), then lets it follow. */
  async admit(watch: Watch, given: LiveArguments): Promise<void> {
    const { operation, execute } = this.#options;
    const after = given.args.after ?? undefined;
    try {
      if (this.#list) {
        const list = this.#list;
        await list.admit(watch);
        this.#queue(() => list.readOn());
      } else if (operation.source.kind === 'state') {
        watch.show(this.#state(await readAs(execute, watch.caller, this.#stateRead())));
      } else if (operation.replay && after !== undefined) {
        for (const item of await this.#missed(watch, given)) watch.show(item);
      }
      watch.goLive();
    } catch (error) {
      this.#refuse(watch, error);
    }
  }

  /** The items that are newer than `after`, oldest first; the oldest of many are left out. */
  async #missed(watch: Watch, { args, variables }: LiveArguments): Promise<LiveItem[]> {
    const { operation, execute } = this.#options;
    const { replay, responseKey } = operation;
    if (!replay) return [];
    const read = { document: replay, variables: listVariables(variables, args), responseKey };
    const items = this.#items(await readAs(execute, watch.caller, read));
    return items.reverse();
  }

  async #last(
    watches: readonly Watch[],
    document: DocumentNode,
    before: string | undefined,
  ): Promise<string> {
    const { given, operation } = this.#options;
    const { responseKey } = operation;
    const variables = lastVariables(given.args, before);
    const [item] = this.#items(
      await this.#readAsOne(watches, { document, variables, responseKey }),
    );
    return item?.id ?? '';
  }

  async #following(watches: readonly Watch[], after: string): Promise<LiveItem[]> {
    const { given, operation } = this.#options;
    const { read: document, responseKey } = operation;
    const variables = listVariables(given.variables, { ...given.args, after });
    return this.#items(await this.#readAsOne(watches, { document, variables, responseKey }));
  }

  #stateRead(): Read {
    const { operation, given } = this.#options;
    const { of } = operation.source;
    return {
      document: operation.read,
      variables: itemVariables(given.variables, of && given.args[of]),
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
    for (const watch of [...this.members]) watch.push(state);
  }

  async #readItem(id: string): Promise<void> {
    const { operation, given } = this.#options;
    const { read: document, responseKey } = operation;
    const variables = itemVariables(given.variables, id);
    const value = await this.#readAsOne([...this.members], { document, variables, responseKey });
    if (value === undefined) return;
    const shown = this.#item(value);
    for (const watch of [...this.members]) watch.push(shown);
  }

  #items(list: unknown): LiveItem[] {
    return Array.isArray(list) ? list.map((value) => this.#item(value)) : [];
  }

  /** What may be told anew under its old id is sent again once it reads differently. */
  #item(value: unknown): LiveItem {
    const { id, result } = toItem(value, this.#options.operation.responseKey);
    return this.#list ? { id, result } : { id, state: JSON.stringify(result.data), result };
  }

  /** Reads as one of them; one who has lost the right ends, and the next is asked. What else goes wrong ends them all. */
  async #readAsOne(watches: readonly Watch[], read: Read): Promise<unknown> {
    for (const watch of watches) {
      if (watch.ended) continue;
      try {
        return await readAs(this.#options.execute, watch.caller, read);
      } catch (error) {
        if (this.#isGone(error)) return undefined;
        if (error instanceof ReadRefused && error.lost) this.#refuse(watch, error);
        else for (const one of watches) this.#refuse(one, error);
      }
    }
    return undefined;
  }

  /** One of the caller's own things that left them ends nothing: the others are still theirs. */
  #isGone(error: unknown): boolean {
    const { source } = this.#options.operation;
    if (source.kind !== 'item' || !(error instanceof ReadRefused)) return false;
    return error.shown.extensions.code === 'NOT_FOUND';
  }

  async #probeAll(): Promise<void> {
    await Promise.all(
      [...this.members].map((watch) =>
        this.#probeOne(watch).catch((error) => this.#refuse(watch, error)),
      ),
    );
  }

  async #probeOne(watch: Watch): Promise<void> {
    const { escrowId } = this.#options.given.args;
    if (escrowId === undefined) return;
    const read = { document: probe, variables: { id: escrowId }, responseKey: 'escrow' };
    await readAs(this.#options.execute, watch.caller, read);
  }

  #refuse(watch: Watch, error: unknown): void {
    if (error instanceof ReadRefused) watch.end(error.shown);
    else void watch.return();
  }
}
