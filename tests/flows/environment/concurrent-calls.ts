/** Sends concurrent calls and checks their responses. */

import assert from 'node:assert/strict';
import type { ApiResponse, Person } from '@nameloan/driver/person';

/** Sends the same call `count` times concurrently. */
export function sendConcurrently(
  count: number,
  person: Person,
  call: { method: string; path: string; body?: unknown },
): Promise<ApiResponse[]> {
  const { method, path, body } = call;
  return Promise.all(Array.from({ length: count }, () => person.call(method, path, body)));
}

/** Counts the responses by status, as "201×1 409×7". */
export function countStatuses(responses: ApiResponse[]): string {
  const counts = new Map<number, number>();
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
}

/** Asserts that all responses have one of these statuses. */
export function assertStatuses(responses: ApiResponse[], ...statuses: number[]): void {
  for (const { status, body } of responses)
    assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
}
