/** Sends hostile calls one by one and finds those that block the product's event loop. */

import type { TestEnvironment } from './test-environment.ts';

/** Limit of the thread's CPU time in one turn. */
const turnLimitMs = 50;
/** Garbage collection and compilation happen once; the cost of a string recurs in each attempt. */
const attempts = 6;

/** One hostile call; `send` resolves with any response. */
export interface HostileCall {
  what: string;
  send(): Promise<unknown>;
}

async function measureMaxTurn(
  environment: TestEnvironment,
  work: () => Promise<unknown>,
): Promise<number> {
  const [product] = environment.processes;
  if (!product) throw new Error('no product process');
  product.send('begin');
  await work();
  const { maxTurnMs } = (await product.request('read')) as { maxTurnMs: number };
  return maxTurnMs;
}

/** The longest turn that this call causes in every attempt, in milliseconds. */
async function measureRecurringTurn(
  environment: TestEnvironment,
  one: HostileCall,
): Promise<number> {
  let minMs = Number.POSITIVE_INFINITY;
  for (let at = 0; at < attempts && minMs > turnLimitMs; at++) {
    minMs = Math.min(minMs, await measureMaxTurn(environment, one.send));
  }
  return minMs;
}

/** Describes the calls that block the event loop, with their milliseconds. */
export async function findBlockingCalls(
  environment: TestEnvironment,
  all: readonly HostileCall[],
): Promise<string[]> {
  const send = async () => {
    for (const one of all) await one.send();
  };
  if ((await measureMaxTurn(environment, send)) <= turnLimitMs) return [];
  const blocking: string[] = [];
  for (const one of all) {
    const ms = await measureRecurringTurn(environment, one);
    if (ms > turnLimitMs) blocking.push(`${one.what}: ${Math.round(ms)} ms`);
  }
  return blocking;
}
