/**
 * Which sessions have ended, so that their access tokens end with them: identity's feed, read when identity says that
 * there is more, and every second while its word may not arrive.
 */

import {
  endedSessionsTopic,
  heartbeatMs,
  parseEndedSessions,
} from '@nameloan/contracts/ended-sessions.ts';
import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import { Alarm } from '@nameloan/service/alarm.ts';
import type { Bus, Stop } from '@nameloan/service/bus/bus.ts';
import type { Keyring } from '@nameloan/service/keyring.ts';
import type { Log } from '@nameloan/service/log.ts';
import { request } from 'undici';
import { z } from 'zod';

/** While a replica of identity is silent, and after a feed that could not be read. */
const pollIntervalMs = 1000;
/** While all of them are heard: their numbers tell of everything that matters. */
const maxReadIntervalMs = 15_000;
/** Such a silence is no delay: what it said since may be lost, and two seconds are all that an ending may take. */
const missedHeartbeatMs = 1.5 * heartbeatMs;
const timeoutMs = 3000;
/** Longer than an access token lives; older endings need not be remembered. */
const retentionMs = 20 * 60_000;
/** Each question reaches back a little, against clocks and commits that overtake each other. */
const overlapMs = 10_000;

const feed = z.object({
  now: z.iso.datetime(),
  sessions: z.array(z.object({ sessionId: z.string(), revokedAt: z.iso.datetime() })),
});

export class RevocationList {
  readonly #url: () => string;
  readonly #keyring: Keyring;
  readonly #bus: Bus;
  readonly #log: Log;
  readonly #ended = new Map<string, number>();
  readonly #hearers = new Set<(sessionId: string) => void>();
  /** Each replica of identity: what it said last, and when, in monotonic time. */
  readonly #tellers = new Map<string, { count: number; atMs: number }>();
  readonly #alarm = new Alarm();
  #since: number | undefined;
  #readMs = 0;
  #unsubscribe: Stop | undefined;
  #stopped = false;
  #failing = false;

  constructor(needs: { url: () => string; keyring: Keyring; bus: Bus; log: Log }) {
    this.#url = needs.url;
    this.#keyring = needs.keyring;
    this.#bus = needs.bus;
    this.#log = needs.log;
  }

  /** False until the feed was read once: till then nobody who shows a token can be let in. */
  get loaded(): boolean {
    return this.#since !== undefined;
  }

  has(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }

  /** Calls back for each session that ends from now on. */
  onEnded(hearer: (sessionId: string) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Reads the feed now, and whenever there may be more. Does not fail: a feed that is down is asked again. */
  async start(): Promise<void> {
    this.#unsubscribe = await this.#bus.subscribe(endedSessionsTopic, (signal) =>
      this.#handleSignal(signal),
    );
    await this.#read();
    void this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm.ring();
    await this.#unsubscribe?.();
  }

  #handleSignal(signal: ChangeSignal): void {
    const said = parseEndedSessions(signal);
    if (said?.count === 'left') {
      this.#tellers.delete(said.replica);
      return;
    }
    // What is no word of identity's is the bus, which says that some may be lost.
    const news = !said || this.#tellers.get(said.replica)?.count !== said.count;
    if (said) this.#tellers.set(said.replica, { count: said.count, atMs: performance.now() });
    if (news) this.#alarm.ring();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const woken = await this.#alarm.sleep(this.#restMs());
      if (!this.#stopped && (woken || this.#restMs() <= 0)) await this.#read();
    }
  }

  /** How long the feed may stay unread; below zero: it is time. */
  #restMs(): number {
    const nowMs = performance.now();
    const sinceReadMs = nowMs - this.#readMs;
    let untilSilenceMs = this.#tellers.size > 0 ? missedHeartbeatMs : 0;
    for (const [replica, { atMs }] of this.#tellers) {
      // It has died, and whatever it ended is older than any token.
      if (nowMs - atMs > retentionMs) this.#tellers.delete(replica);
      else untilSilenceMs = Math.min(untilSilenceMs, atMs + missedHeartbeatMs - nowMs);
    }
    if (this.#failing || untilSilenceMs <= 0) return pollIntervalMs - sinceReadMs;
    return Math.min(untilSilenceMs, maxReadIntervalMs - sinceReadMs);
  }

  async #read(): Promise<void> {
    this.#readMs = performance.now();
    try {
      await this.#readFeed();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, 'the feed of ended sessions is down');
      this.#failing = true;
    }
  }

  async #readFeed(): Promise<void> {
    const since = new Date(this.#since ?? Date.now() - retentionMs).toISOString();
    const response = await request(`${this.#url()}/sessions/revoked`, {
      query: { since },
      headers: { 'x-nameloan-secret': this.#keyring.current },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const body = await response.body.json();
    if (response.statusCode !== 200) throw new Error(`identity answered ${response.statusCode}`);
    const { now, sessions } = feed.parse(body);
    const nowMs = Date.parse(now);
    for (const { sessionId } of sessions) {
      if (this.#ended.has(sessionId)) continue;
      this.#ended.set(sessionId, Date.now());
      for (const hear of this.#hearers) hear(sessionId);
    }
    for (const [sessionId, atMs] of this.#ended) {
      if (Date.now() - atMs < retentionMs) break;
      this.#ended.delete(sessionId);
    }
    this.#since = nowMs - overlapMs;
  }
}
