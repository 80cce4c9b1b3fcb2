/** Subscribers who see the same: one read for all of them, in the order of the signals. */

import type { LiveSignal } from '@nameloan/contracts/topics.ts';
import type { DocumentNode } from 'graphql';
import { parse } from 'graphql';
import type { Execute } from '../execute.ts';
import type { LiveArguments, LiveOperation } from './live-operation.ts';
import { itemVariables, replayVariables } from './live-operation.ts';
import { ReadRefused, readAs, toItem } from './read.ts';
import type { LiveItem, Watch } from './watch.ts';

const probe = parse('query MaySee($id: ID!) { escrow(id: $id) { id } }');

/** A list as long as this may have been cut by its service. */
const longList = 500;
const rememberAtMost = 2000;

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
  #chain: Promise<void> = Promise.resolve();
  #stateAsked = false;
  /** Of a list that only grows: all up to here was shown to the members who resume, or was theirs before. */
  #shownTo: string | undefined;
  /** Something was told before it was known from where to read on. */
  #toldEarly = false;
  readonly #shown = new Set<string>();

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  get #isState(): boolean {
    return this.#options.operation.source.kind === 'state';
  }

  hear = (signal: LiveSignal): void => {
    const { signals } = this.#options.operation.source;
    const meant = signals.includes(signal.what);
    if (signal.what === 'rights' || (this.#isState ? meant : signal.what === 'changed'))
      this.recheck();
    else if (meant && signal.id) this.#queue(() => this.#readSignalled(signal.id ?? ''));
  };

  /** Something about the loan or about rights changed: read the state again, or ask who may still see. */
  recheck(): void {
    if (this.#stateAsked) return;
    this.#stateAsked = true;
    this.#queue(async () => {
      this.#stateAsked = false;
      if (this.#isState) await this.#readState();
      else await this.#probeAll();
      await this.#readOn();
    });
  }

  #queue(work: () => Promise<void>): void {
    this.#chain = this.#chain.then(work).catch(() => undefined);
  }

  /** Brings a new member up to what is now (`given` is its own: members differ in `after`), then lets it follow. */
  async admit(watch: Watch, given: LiveArguments): Promise<void> {
    const { operation, execute } = this.#options;
    const { after } = given.args;
    try {
      if (this.#isState) {
        const value = await readAs(execute, watch.caller, this.#stateRead());
        watch.replay(this.#state(value));
      } else if (operation.replay && after !== undefined && after !== null) {
        if (watch.had !== undefined) await this.#resume(watch, given, operation.replay);
        else await this.#catchUp(watch, given, operation.replay);
      } else if (given.args.escrowId !== undefined) await this.#probeOne(watch);
      watch.goLive();
    } catch (error) {
      this.#refuse(watch, error);
    }
  }

  /**
   * Brings a member of a growing list from what it had to where all are. What was read on while its own list was on its
   * way was shown to it too; but where nobody yet knew from where to read on, somebody else's list may have ended later.
   */
  async #resume(watch: Watch, given: LiveArguments, replay: DocumentNode): Promise<void> {
    let { args } = given;
    while (!watch.ended) {
      const wasKnown = this.#shownTo !== undefined;
      args = { ...args, after: await this.#catchUp(watch, { ...given, args }, replay) };
      if (wasKnown || args.after === this.#shownTo) return;
      if (this.#shownTo !== undefined) continue;
      this.#shownTo = args.after;
      if (this.#toldEarly) this.#queue(() => this.#readOn());
      return;
    }
  }

  /** All that is newer than `after`, oldest first; resolves to the last of it, or to `after` itself. */
  async #catchUp(
    watch: Watch,
    given: LiveArguments,
    replay: DocumentNode,
  ): Promise<string | undefined> {
    const { operation, execute } = this.#options;
    const { responseKey, source } = operation;
    let args = given.args;
    for (;;) {
      const variables = replayVariables(given.variables, args);
      const read = { document: replay, variables, responseKey };
      const list = await readAs(execute, watch.caller, read);
      const values = Array.isArray(list) ? [...list] : [];
      if (source.replay?.newestFirst) values.reverse();
      const items = values.map((value) => this.#item(value));
      for (const item of items) watch.replay(item);
      const last = items.at(-1)?.id;
      // One that lists the newest first leaves out the old; the other may have left out what follows.
      const whole = source.replay?.newestFirst || items.length < longList;
      if (whole || last === undefined || watch.ended) return last ?? args.after;
      args = { ...args, after: last };
    }
  }

  #stateRead() {
    const { operation, given } = this.#options;
    const { of } = operation.source;
    return {
      document: operation.item,
      variables: itemVariables(given.variables, of && given.args[of]),
      responseKey: operation.responseKey,
    };
  }

  #state(value: unknown): LiveItem {
    const { result } = toItem(value, this.#options.operation.responseKey);
    return { id: undefined, state: JSON.stringify(result.data), result };
  }

  async #readState(): Promise<void> {
    const value = await this.#readAsAnyone(this.#stateRead());
    if (value === undefined) return;
    const state = this.#state(value);
    for (const watch of [...this.members]) watch.push([state]);
  }

  /**
   * A signal may be told twice, come late or be lost with who should have told it: so it is read what lies between.
   * What that does not show is older, and new only to members who did not say what they had.
   */
  async #readSignalled(id: string): Promise<void> {
    if (!this.#options.operation.source.once) return void (await this.#readItem(id, this.members));
    if (this.#shown.has(id)) return;
    await this.#readOn();
    if (this.#shown.has(id)) return;
    this.#toldEarly ||= this.#shownTo === undefined;
    const begun = [...this.members].filter(({ had }) => had === undefined);
    if (begun.length === 0 || !(await this.#readItem(id, begun))) return;
    this.#remember(id);
    this.#shownTo ??= id;
  }

  /** What has come to a growing list since it was last read. */
  async #readOn(): Promise<void> {
    const { given, operation } = this.#options;
    const { replay, responseKey } = operation;
    if (!replay || this.#shownTo === undefined) return;
    const fresh: LiveItem[] = [];
    for (let more = true; more; ) {
      const args = { ...given.args, after: fresh.at(-1)?.id ?? this.#shownTo };
      const variables = replayVariables(given.variables, args);
      const list = await this.#readAsAnyone({ document: replay, variables, responseKey });
      const items = Array.isArray(list) ? list.map((value) => this.#item(value)) : [];
      fresh.push(...items);
      more = items.length >= longList;
    }
    for (const { id } of fresh) if (id !== undefined) this.#remember(id);
    this.#shownTo = fresh.at(-1)?.id ?? this.#shownTo;
    for (const watch of [...this.members]) watch.push(fresh);
  }

  #remember(id: string): void {
    this.#shown.add(id);
    if (this.#shown.size <= rememberAtMost) return;
    const [oldest] = this.#shown;
    if (oldest !== undefined) this.#shown.delete(oldest);
  }

  /** Resolves to whether it could be read and shown. */
  async #readItem(id: string, members: Iterable<Watch>): Promise<boolean> {
    const { operation, given } = this.#options;
    const { item, responseKey } = operation;
    const variables = itemVariables(given.variables, id);
    const value = await this.#readAsAnyone({ document: item, variables, responseKey });
    if (value === undefined) return false;
    const shown = this.#item(value);
    for (const watch of [...members]) watch.push([shown]);
    return true;
  }

  /** What may be told anew under its old id is sent again once it reads differently. */
  #item(value: unknown): LiveItem {
    const { source, responseKey } = this.#options.operation;
    const { id, result } = toItem(value, responseKey);
    return source.once ? { id, result } : { id, state: JSON.stringify(result.data), result };
  }

  /** Reads as one member; one who has lost the right ends, and the next is asked. */
  async #readAsAnyone(read: Parameters<typeof readAs>[2]): Promise<unknown> {
    for (const watch of [...this.members]) {
      if (watch.ended) continue;
      try {
        return await readAs(this.#options.execute, watch.caller, read);
      } catch (error) {
        if (this.#isGone(error)) return undefined;
        if (error instanceof ReadRefused && error.lost) this.#refuse(watch, error);
        else for (const one of [...this.members]) this.#refuse(one, error);
      }
    }
    return undefined;
  }

  /** One of the caller's own things that left them ends nothing: the others are still theirs. */
  #isGone(error: unknown): boolean {
    const { source } = this.#options.operation;
    const ofLoan = this.#options.given.args.escrowId !== undefined;
    if (source.kind !== 'item' || ofLoan || !(error instanceof ReadRefused)) return false;
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
