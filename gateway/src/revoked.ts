/** Which sessions have ended: identity's feed, asked every second, so that their access tokens end with them. */

import type { Keyring } from '@nameloan/service/keyring.ts';
import type { Log } from '@nameloan/service/log.ts';
import { request } from 'undici';
import { z } from 'zod';

const everyMs = 1000;
const timeoutMs = 3000;
/** Longer than an access token lives; older endings need not be remembered. */
const rememberMs = 20 * 60_000;
/** Each question reaches back a little, against clocks and commits that overtake each other. */
const overlapMs = 10_000;

const feed = z.object({
  now: z.iso.datetime(),
  sessions: z.array(z.object({ sessionId: z.string(), revokedAt: z.iso.datetime() })),
});

export class RevokedSessions {
  readonly #url: () => string;
  readonly #keyring: Keyring;
  readonly #log: Log;
  readonly #ended = new Map<string, number>();
  readonly #hearers = new Set<(sessionId: string) => void>();
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failing = false;

  constructor({ url, keyring, log }: { url: () => string; keyring: Keyring; log: Log }) {
    this.#url = url;
    this.#keyring = keyring;
    this.#log = log;
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

  /** Reads the feed now, and every second from now on. Does not fail: a feed that is down is asked again. */
  async start(): Promise<void> {
    await this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    try {
      await this.#read();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, 'the feed of ended sessions is down');
      this.#failing = true;
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#poll(), everyMs);
    this.#timer.unref();
  }

  async #read(): Promise<void> {
    const since = new Date(this.#since ?? Date.now() - rememberMs).toISOString();
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
      if (Date.now() - atMs < rememberMs) break;
      this.#ended.delete(sessionId);
    }
    this.#since = nowMs - overlapMs;
  }
}
