/**
 * Sends what providers owe the product until it answers 2xx: with growing pauses, over restarts, in
 * order for one checkout while all goes well.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { Delivery } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { findTarget, signatureHeaders } from './delivery.ts';

export interface WebhookQueue {
  /** Looks for work: at once after something was queued, and now and then for what is to be tried again. */
  wake(): void;
  /** Ends after the calls on their way have ended. */
  close(): Promise<void>;
}

const responseTimeoutMs = 10_000;
const initialRetryDelayMs = 500;
const maxRetryDelayMs = 30_000;
const maxAttempts = 60;
const maxConcurrency = 8;
/** Done deliveries are kept for a replay, up to so many. */
const maxKept = 2000;

export function openWebhookQueue(world: SandboxContext): WebhookQueue {
  const underway = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const look = () => {
    if (stop.signal.aborted) return;
    for (const delivery of dueDeliveries(world, new Set(underway.keys()))) {
      if (underway.size >= maxConcurrency) return;
      const sending = attempt(world, delivery, stop.signal).finally(() => {
        underway.delete(delivery.checkoutId);
        look();
      });
      underway.set(delivery.checkoutId, sending);
    }
  };
  return {
    wake: look,
    async close() {
      stop.abort();
      await Promise.allSettled(underway.values());
    },
  };
}

/** Queues everything about a checkout again, as a provider's "resend" does. Returns how many. */
export function redeliver(world: SandboxContext, checkoutId: string): number {
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
function* dueDeliveries(world: SandboxContext, busy: Set<string>): Iterable<Delivery> {
  const now = Date.now();
  for (const delivery of [...world.store.table('deliveries').values()]) {
    if (delivery.state !== 'pending' || delivery.nextAttemptAtMs > now) continue;
    if (busy.has(delivery.checkoutId) || !findTarget(world, delivery)) continue;
    busy.add(delivery.checkoutId);
    yield delivery;
  }
}

interface Result {
  readonly ok: boolean;
  readonly text: string;
}

async function attempt(
  world: SandboxContext,
  delivery: Delivery,
  stopped: AbortSignal,
): Promise<void> {
  const result = await sendOrFail(world, delivery, stopped);
  // Stopped on the way: as if never tried, so that the next process tries it at once.
  if (stopped.aborted && !result.ok) return;
  const attempts = delivery.attempts + 1;
  const pauseMs = Math.min(maxRetryDelayMs, initialRetryDelayMs * 2 ** delivery.attempts);
  const state = result.ok ? 'delivered' : attempts < maxAttempts ? 'pending' : 'abandoned';
  const tried: Delivery = {
    ...delivery,
    attempts,
    state,
    nextAttemptAtMs: Date.now() + pauseMs,
    lastResult: result.text,
  };
  world.store.commit(['deliveries', delivery.id, tried], ...pruneDeliveries(world));
}

/** A provider with a fault calls late, not at all, without hearing the answer, or with nonsense; and again. */
async function sendOrFail(
  world: SandboxContext,
  delivery: Delivery,
  stopped: AbortSignal,
): Promise<Result> {
  const struck = injectFault(world, delivery.provider);
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
      await send(world, { delivery, body: createGarbage(delivery.body) }, stopped);
      return failed;
  }
  return send(world, { delivery }, stopped);
}

async function send(
  world: SandboxContext,
  { delivery, body = delivery.body }: { delivery: Delivery; body?: Buffer | string },
  stopped: AbortSignal,
): Promise<Result> {
  try {
    const response = await fetch(findTarget(world, delivery) ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeaders(world, delivery) },
      body: Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(responseTimeoutMs)]),
    });
    await response.body?.cancel();
    return { ok: response.ok, text: `HTTP ${response.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ok: false, text: cause instanceof Error ? cause.message : String(cause) };
  }
}

function pruneDeliveries(world: SandboxContext): (readonly ['deliveries', string, null])[] {
  const all = world.store.table('deliveries');
  const tooMany = all.size - maxKept;
  if (tooMany <= 0) return [];
  const done = [...all.values()]
    .filter((delivery) => delivery.state !== 'pending')
    .slice(0, tooMany);
  return done.map((delivery) => ['deliveries', delivery.id, null] as const);
}
