/** With lost, late, repeated or reordered signals, each subscriber gets the items after its position, in order and once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keyring } from '@nameloan/security/keyring';
import type { RandomSource } from '@nameloan/testkit/seeded';
import { seeded } from '@nameloan/testkit/seeded';
import { ActorSigner, Caller } from '../auth/caller.ts';
import { internalSecret } from '../testing/fake-services.ts';
import { GrowingList } from './growing-list.ts';
import { Subscriber } from './subscriber.ts';

const signer = new ActorSigner(new Keyring(internalSecret));
const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'request-1' };
const newSubscriber = () =>
  new Subscriber(new Caller({ kind: 'anonymous', ...origin }, signer), () => {});

/** A read of this many items counts as incomplete. */
const maxItemsPerRead = 3;

/** A chat whose reads are delayed at random, both before the read and before its response. */
class ChatModel {
  readonly random: RandomSource;
  readonly messages: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly list: GrowingList;
  readonly followers: Follower[] = [];
  /** The maximum the service lists: either few, so that reads are incomplete, or more than exist. */
  readonly maxItems: number;
  reads = 0;
  #chain: Promise<unknown> = Promise.resolve();

  constructor(seed: number) {
    this.random = seeded(seed);
    this.maxItems = seed % 2 === 0 ? 4 : 100;
    const reads = {
      following: (_: unknown, after: string) => this.#following(after),
      last: (_: unknown, before?: string) => this.#last(before),
    };
    this.list = new GrowingList(reads, { maxItemsPerRead });
  }

  async #following(after: string) {
    this.reads++;
    await this.#turn();
    const from = this.messages.indexOf(after) + 1;
    const found = this.messages.slice(from, from + this.maxItems);
    await this.#turn();
    return found.map((id) => ({ id, result: { data: { id } } }));
  }

  async #last(before?: string): Promise<string> {
    await this.#turn();
    const end = before === undefined ? this.messages.length : this.messages.indexOf(before);
    const last = this.messages[end - 1] ?? '';
    await this.#turn();
    return last;
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets a random pending read proceed. */
  async step(): Promise<void> {
    const [next] = this.#waiting.splice(this.random.below(this.#waiting.length || 1), 1);
    next?.();
    // Run everything that this triggers.
    await new Promise(setImmediate);
  }

  readOn(): void {
    this.#chain = this.#chain.then(() => this.list.readOn());
  }

  /** All current followers must receive what exists now; one without a start begins with this item or an earlier one. */
  noteNewItem(at?: number): void {
    for (const one of this.followers) {
      one.due = this.messages.length;
      if (at !== undefined) one.first ??= at;
      else one.readBefore ||= one.first === undefined;
    }
    this.list.noteNewItem(at === undefined ? undefined : this.messages[at]);
    this.readOn();
  }

  async settle(): Promise<void> {
    let ended = false;
    void this.#chain.then(() => {
      ended = true;
    });
    while (!ended || this.#waiting.length > 0) await this.step();
  }
}

/** A follower, and what it must have received at the end. */
class Follower {
  readonly watch = newSubscriber();
  readonly shown: string[] = [];
  readonly after: string | undefined;
  /** The number of messages when it joined. */
  readonly came: number;
  /** Index of the first message signalled since. */
  first: number | undefined;
  /** Whether a change without an id was signalled before, so that the list was possibly read earlier. */
  readBefore = false;
  /** It must receive the list up to this index, even without further signals. */
  due = 0;

  constructor(chat: ChatModel, after: string | undefined) {
    chat.followers.push(this);
    this.after = after;
    this.came = chat.messages.length;
    void this.#drain();
    chat.list.join(this.watch, after);
    void chat.list.catchUp(this.watch).then(() => chat.readOn());
  }

  async #drain(): Promise<void> {
    for await (const { data } of this.watch) this.shown.push(data?.id as string);
  }

  /** The indexes of the first and last message received. Throws if there is a gap or a repetition. */
  stretch(messages: string[], what: string): [number, number] {
    const from = this.shown[0] === undefined ? messages.length : messages.indexOf(this.shown[0]);
    assert.deepEqual(this.shown, messages.slice(from, from + this.shown.length), what);
    return [from, from + this.shown.length];
  }
}

test('each follower receives what follows its position in order and once, for any timing of reads and signals', async () => {
  let shown = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const chat = new ChatModel(seed);
    const { random, followers, messages } = chat;
    for (let at = 0; at < 60; at++) {
      const what = random.below(100);
      if (what < 25) {
        messages.push(`m${messages.length}`);
        // Every third signal is lost.
        if (!random.oneIn(3)) chat.noteNewItem(messages.length - 1);
      } else if (what < 28) chat.noteNewItem();
      else if (what < 33 && messages.length > 0) {
        // A late or repeated signal.
        chat.noteNewItem(Math.max(0, messages.length - 1 - random.below(4)));
      } else if (what < 40) {
        const known = ['', ...messages];
        new Follower(chat, random.below(5) < 2 ? undefined : random.pick(known));
      } else if (what < 43) void followers[random.below(followers.length || 1)]?.watch.return();
      else await chat.step();
    }
    const check = (all: boolean) => {
      for (const one of followers) {
        const { watch, after, came, first = Number.POSITIVE_INFINITY, due } = one;
        if (watch.ended) continue;
        const what = `seed ${seed}, after ${after}, came ${came}, first ${first}, due ${due}`;
        const [from, to] = one.stretch(messages, what);
        shown += to - from;
        if (after !== undefined) {
          if (to > from) assert.equal(from, messages.indexOf(after) + 1, what);
          assert.ok(to >= (all ? messages.length : due), what);
          continue;
        }
        // From the messages present when it joined, or from an older one signalled late.
        if (to > from) assert.ok(from >= Math.min(came, first), what);
        if (first === Number.POSITIVE_INFINITY) continue;
        // If the end is further away than one read, it starts there.
        if (first >= came && !one.readBefore && chat.maxItems > messages.length)
          assert.ok(from <= first, what);
        assert.ok(to >= (all ? messages.length : due), what);
      }
    };
    await chat.settle();
    check(false);
    chat.noteNewItem(messages.length - 1);
    await chat.settle();
    check(true);
  }
  assert.ok(shown > 5000, `only ${shown} messages were shown`);
});

test('one read delivers new messages to all followers at the same position', async () => {
  const chat = new ChatModel(1);
  chat.messages.push('m0');
  for (let at = 0; at < 50; at++) new Follower(chat, 'm0');
  await chat.settle();
  const before = chat.reads;
  assert.equal(before, 50);
  chat.messages.push('m1');
  // Signalled three times before the first read.
  for (let times = 0; times < 3; times++) chat.noteNewItem();
  await chat.settle();
  assert.equal(chat.reads, before + 1);
  for (const { shown } of chat.followers) assert.deepEqual(shown, ['m1']);
});

test('no read is made for a follower that has left', async () => {
  const chat = new ChatModel(1);
  chat.messages.push('m0', 'm1', 'm2', 'm3', 'm4', 'm5');
  const leaves = new Follower(chat, '');
  await chat.step();
  await chat.step();
  await leaves.watch.return();
  chat.noteNewItem();
  await chat.settle();
  assert.equal(chat.reads, 2);
});
