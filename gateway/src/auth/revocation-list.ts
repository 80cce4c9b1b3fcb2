/**
 * The list of ended sessions, whose access tokens are rejected. It reads identity's feed when identity signals a
 * change, and every second while its heartbeats are missing.
 */

import {
  endedSessionsTopic,
  heartbeatMs,
  parseEndedSessions,
} from '@nameloan/contracts/ended-sessions';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import { Alarm } from '@nameloan/runtime/alarm';
import type { Log } from '@nameloan/runtime/log';
import type { Keyring } from '@nameloan/security/keyring';
import { request } from 'undici';
import { z } from 'zod';

/** Used while a replica of identity is silent, and after a failed read. */
const pollIntervalMs = 1000;
/** While all heartbeats arrive, their counters reveal every change. */
const maxReadIntervalMs = 15_000;
/** A longer silence means lost signals; a session must end everywhere within two seconds. */
const missedHeartbeatMs = 1.5 * heartbeatMs;
const timeoutMs = 3000;
/** Longer than the lifetime of an access token; older entries can be dropped. */
const retentionMs = 20 * 60_000;
/** Each read overlaps the previous one, because clocks differ and commits can be reordered. */
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
  readonly #listeners = new Set<(sessionId: string) => void>();
  /** The last counter of each replica of identity, with its monotonic time. */
  readonly #replicaStates = new Map<string, { count: number; atMs: number }>();
  readonly #alarm = new Alarm();
  #since: number | undefined;
  #lastReadAtMs = 0;
  #unsubscribe: Stop | undefined;
  #stopped = false;
  #failing = false;

  constructor(needs: { url: () => string; keyring: Keyring; bus: Bus; log: Log }) {
    this.#url = needs.url;
    this.#keyring = needs.keyring;
    this.#bus = needs.bus;
    this.#log = needs.log;
  }

  /** False until the feed was read once; until then requests with a token get UNAVAILABLE. */
  get loaded(): boolean {
    return this.#since !== undefined;
  }

  has(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }

  /** Calls `listener` for each session that ends from now on; returns the function to unsubscribe. */
  onEnded(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the feed now and after every change. Never fails: a failed read is retried. */
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
    const heartbeat = parseEndedSessions(signal);
    if (heartbeat?.count === 'left') {
      this.#replicaStates.delete(heartbeat.replica);
      return;
    }
    // A signal that does not parse comes from the bus and means that signals may be lost.
    const changed =
      !heartbeat || this.#replicaStates.get(heartbeat.replica)?.count !== heartbeat.count;
    if (heartbeat)
      this.#replicaStates.set(heartbeat.replica, {
        count: heartbeat.count,
        atMs: performance.now(),
      });
    if (changed) this.#alarm.ring();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const woken = await this.#alarm.sleep(this.#sleepMs());
      if (!this.#stopped && (woken || this.#sleepMs() <= 0)) await this.#read();
    }
  }

  /** Time until the next read; zero or negative if it is due. */
  #sleepMs(): number {
    const nowMs = performance.now();
    const sinceReadMs = nowMs - this.#lastReadAtMs;
    let untilSilenceMs = this.#replicaStates.size > 0 ? missedHeartbeatMs : 0;
    for (const [replica, { atMs }] of this.#replicaStates) {
      // The replica is gone, and every session it ended has outlived its tokens.
      if (nowMs - atMs > retentionMs) this.#replicaStates.delete(replica);
      else untilSilenceMs = Math.min(untilSilenceMs, atMs + missedHeartbeatMs - nowMs);
    }
    if (this.#failing || untilSilenceMs <= 0) return pollIntervalMs - sinceReadMs;
    return Math.min(untilSilenceMs, maxReadIntervalMs - sinceReadMs);
  }

  async #read(): Promise<void> {
    this.#lastReadAtMs = performance.now();
    try {
      await this.#readFeed();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, 'feed of ended sessions cannot be read');
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
    if (response.statusCode !== 200) throw new Error(`identity responded ${response.statusCode}`);
    const { now, sessions } = feed.parse(body);
    const nowMs = Date.parse(now);
    for (const { sessionId } of sessions) {
      if (this.#ended.has(sessionId)) continue;
      this.#ended.set(sessionId, Date.now());
      for (const notify of this.#listeners) notify(sessionId);
    }
    for (const [sessionId, atMs] of this.#ended) {
      if (Date.now() - atMs < retentionMs) break;
      this.#ended.delete(sessionId);
    }
    this.#since = nowMs - overlapMs;
  }
}
