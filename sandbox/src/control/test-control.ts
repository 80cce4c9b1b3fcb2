/** Calls of the control API for tests. */

import assert from 'node:assert/strict';
import type { RunningSandbox } from '../server.ts';

/** A JSON answer, read loosely: tests say what they expect of it. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare what they get with plain values.
export type Answer = any;

export async function call(
  sandbox: RunningSandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${sandbox.controlUrl}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** As call, for an answer that must be 200. */
export async function ok(
  sandbox: RunningSandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await call(sandbox, method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** Waits until the condition holds; fails after five seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 5000;
  while (!(await holds())) {
    assert.ok(Date.now() < giveUpAt, 'what was waited for did not happen in five seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
