/**
 * Sends what providers owe the product until it answers 2xx: with growing pauses, over restarts, in
 * order for one checkout while all goes well.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { nonsense } from '../faults/garbage.ts';
import { strike } from '../faults/inject-fault.ts';
import type { Delivery } from '../records.ts';
import type { World } from '../sandbox-context.ts';
import { signatureHeaders, targetOf } from './delivery.ts';

export interface WebhookQueue {
  /** Looks for work: at once after something was queued, and now and then for what is to be tried again. */
  poke(): void;
  /** Ends after the calls on their way have ended. */
  close(): Promise<void>;
}

const answerWithinMs = 10_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const mostAttempts = 60;
const mostAtOnce = 8;
/** Done deliveries are kept for a replay, up to so many. */
const mostKept = 2000;

export function openWebhookQueue(world: World): WebhookQueue {
  const underway = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const look = () => {
    if (stop.signal.aborted) return;
    for (const delivery of dueDeliveries(world, new Set(underway.keys()))) {
      if (underway.size >= mostAtOnce) return;
      const sending = attempt(world, delivery, stop.signal).finally(() => {
        underway.delete(delivery.checkoutId);
        look();
      });
      underway.set(delivery.checkoutId, sending);
    }
  };
  return {
    poke: look,
    async close() {
      stop.abort();
      await Promise.allSettled(underway.values());
    },
  };
}

/** Queues everything about a checkout again, as a provider's "resend" does. Returns how many. */
export function redeliver(world: World, checkoutId: string): number {
  const again = [...world.store.table('deliveries').values()]
    .filter((delivery) => delivery.checkoutId === checkoutId)
    .map(
      (delivery): Delivery => ({
        ...delivery,
        state: 'pending',
        attempts: 0,
        nextAttemptAtMs: Date.now(),
      }),
    );
  world.store.commit(...again.map((delivery) => ['deliveries', delivery.id, delivery] as const));
  return again.length;
}

/** The oldest due delivery of each checkout that has none under way. */
function* dueDeliveries(world: World, busy: Set<string>): Iterable<Delivery> {
  const now = Date.now();
  for (const delivery of [...world.store.table('deliveries').values()]) {
    if (delivery.state !== 'pending' || delivery.nextAttemptAtMs > now) continue;
    if (busy.has(delivery.checkoutId) || !targetOf(world, delivery)) continue;
    busy.add(delivery.checkoutId);
    yield delivery;
  }
}

interface Result {
  readonly ok: boolean;
  readonly text: string;
}

async function attempt(world: World, delivery: Delivery, stopped: AbortSignal): Promise<void> {
  const result = await sendOrFail(world, delivery, stopped);
  // Stopped on the way: as if never tried, so that the next process tries it at once.
  if (stopped.aborted && !result.ok) return;
  const attempts = delivery.attempts + 1;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** delivery.attempts);
  const state = result.ok ? 'delivered' : attempts < mostAttempts ? 'pending' : 'abandoned';
  const tried: Delivery = {
    ...delivery,
    attempts,
    state,
    nextAttemptAtMs: Date.now() + pauseMs,
    lastResult: result.text,
  };
  world.store.commit(['deliveries', delivery.id, tried], ...forgotten(world));
}

/** A provider with a fault calls late, not at all, without hearing the answer, or with nonsense; and again. */
async function sendOrFail(world: World, delivery: Delivery, stopped: AbortSignal): Promise<Result> {
  const struck = strike(world, delivery.provider);
  const failed = { ok: false, text: `the provider has a fault: ${struck?.kind}` };
  switch (struck?.kind) {
    case 'refuse':
      return failed;
    case 'slow':
      await pause(struck.delayMs, undefined, { signal: stopped }).catch(() => undefined);
      break;
    case 'drop':
      if (struck.done) await send(world, { delivery }, stopped);
      return failed;
    case 'nonsense':
      await send(world, { delivery, body: nonsense(delivery.body) }, stopped);
      return failed;
  }
  return send(world, { delivery }, stopped);
}

async function send(
  world: World,
  { delivery, body = delivery.body }: { delivery: Delivery; body?: Buffer | string },
  stopped: AbortSignal,
): Promise<Result> {
  try {
    const response = await fetch(targetOf(world, delivery) ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeaders(world, delivery) },
      body: Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return { ok: response.ok, text: `HTTP ${response.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ok: false, text: cause instanceof Error ? cause.message : String(cause) };
  }
}

function forgotten(world: World): (readonly ['deliveries', string, null])[] {
  const all = world.store.table('deliveries');
  const tooMany = all.size - mostKept;
  if (tooMany <= 0) return [];
  const done = [...all.values()]
    .filter((delivery) => delivery.state !== 'pending')
    .slice(0, tooMany);
  return done.map((delivery) => ['deliveries', delivery.id, null] as const);
}
