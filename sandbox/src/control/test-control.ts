/** Test helpers that call the control API. */

import assert from 'node:assert/strict';
import type { RunningSandbox } from '../server.ts';

/** An untyped JSON response body; tests assert what they expect. */
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

/** Like `call`, and asserts status 200. */
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

/** Waits for a condition; fails after five seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'the condition was not met within five seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
