/**
 * Delivers the providers' webhooks until the product responds with 2xx: with exponential backoff, across restarts,
 * and in order for each checkout as long as deliveries succeed.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { Delivery } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { findTarget, signatureHeaders } from './delivery.ts';

export interface WebhookQueue {
  /** Starts due deliveries; called after a delivery is queued and periodically for retries. */
  wake(): void;
  /** Resolves when the deliveries in progress have ended. */
  close(): Promise<void>;
}

const responseTimeoutMs = 10_000;
const initialRetryDelayMs = 500;
const maxRetryDelayMs = 30_000;
const maxAttempts = 60;
const maxConcurrency = 8;
/** Limit of the finished deliveries that are kept for a replay. */
const maxKept = 2000;

export function openWebhookQueue(context: SandboxContext): WebhookQueue {
  const inProgress = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const startDue = () => {
    if (stop.signal.aborted) return;
    for (const delivery of dueDeliveries(context, new Set(inProgress.keys()))) {
      if (inProgress.size >= maxConcurrency) return;
      const sending = attemptDelivery(context, delivery, stop.signal).finally(() => {
        inProgress.delete(delivery.checkoutId);
        startDue();
      });
      inProgress.set(delivery.checkoutId, sending);
    }
  };
  return {
    wake: startDue,
    async close() {
      stop.abort();
      await Promise.allSettled(inProgress.values());
    },
  };
}

/** Queues all webhooks of a checkout again, like a provider's "resend". Returns the number. */
export function redeliver(context: SandboxContext, checkoutId: string): number {
  const again = [...context.store.table('deliveries').values()]
    .filter((delivery) => delivery.checkoutId === checkoutId)
    .map(
      (delivery): Delivery => ({
        ...delivery,
        state: 'pending',
        attempts: 0,
        nextAttemptAtMs: Date.now(),
      }),
    );
  context.store.commit(...again.map((delivery) => ['deliveries', delivery.id, delivery] as const));
  return again.length;
}

/** The oldest due delivery of each checkout without a delivery in progress. */
function* dueDeliveries(context: SandboxContext, busy: Set<string>): Iterable<Delivery> {
  const now = Date.now();
  for (const delivery of [...context.store.table('deliveries').values()]) {
    if (delivery.state !== 'pending' || delivery.nextAttemptAtMs > now) continue;
    if (busy.has(delivery.checkoutId) || !findTarget(context, delivery)) continue;
    busy.add(delivery.checkoutId);
    yield delivery;
  }
}

interface Result {
  readonly ok: boolean;
  readonly text: string;
}

async function attemptDelivery(
  context: SandboxContext,
  delivery: Delivery,
  stopped: AbortSignal,
): Promise<void> {
  const result = await sendWithFaults(context, delivery, stopped);
  // An interrupted attempt does not count, so that the next process retries at once.
  if (stopped.aborted && !result.ok) return;
  const attempts = delivery.attempts + 1;
  const pauseMs = Math.min(maxRetryDelayMs, initialRetryDelayMs * 2 ** delivery.attempts);
  const state = result.ok ? 'delivered' : attempts < maxAttempts ? 'pending' : 'abandoned';
  const attempted: Delivery = {
    ...delivery,
    attempts,
    state,
    nextAttemptAtMs: Date.now() + pauseMs,
    lastResult: result.text,
  };
  context.store.commit(['deliveries', delivery.id, attempted], ...pruneDeliveries(context));
}

/** A faulty provider sends late, not at all, without reading the response, or an invalid body; then it retries. */
async function sendWithFaults(
  context: SandboxContext,
  delivery: Delivery,
  stopped: AbortSignal,
): Promise<Result> {
  const fault = injectFault(context, delivery.provider);
  const failed = { ok: false, text: `the provider has a fault: ${fault?.kind}` };
  switch (fault?.kind) {
    case 'refuse':
      return failed;
    case 'slow':
      await pause(fault.delayMs, undefined, { signal: stopped }).catch(() => undefined);
      break;
    case 'drop':
      if (fault.done) await sendWebhook(context, { delivery }, stopped);
      return failed;
    case 'nonsense':
      await sendWebhook(context, { delivery, body: createGarbage(delivery.body) }, stopped);
      return failed;
  }
  return sendWebhook(context, { delivery }, stopped);
}

async function sendWebhook(
  context: SandboxContext,
  { delivery, body = delivery.body }: { delivery: Delivery; body?: Buffer | string },
  stopped: AbortSignal,
): Promise<Result> {
  try {
    const response = await fetch(findTarget(context, delivery) ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeaders(context, delivery) },
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

function pruneDeliveries(context: SandboxContext): (readonly ['deliveries', string, null])[] {
  const all = context.store.table('deliveries');
  const tooMany = all.size - maxKept;
  if (tooMany <= 0) return [];
  const done = [...all.values()]
    .filter((delivery) => delivery.state !== 'pending')
    .slice(0, tooMany);
  return done.map((delivery) => ['deliveries', delivery.id, null] as const);
}
