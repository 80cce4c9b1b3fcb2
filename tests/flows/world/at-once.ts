/** Calls that cross each other. */

import assert from 'node:assert/strict';
import type { ApiResponse, Person } from '../../../scripts/demo/person.ts';

/** The same call so many times at once. */
export function atOnce(
  many: number,
  person: Person,
  call: { method: string; path: string; body?: unknown },
): Promise<ApiResponse[]> {
  const { method, path, body } = call;
  return Promise.all(Array.from({ length: many }, () => person.call(method, path, body)));
}

/** Statuses of answers, each with how often it came, as "201×1 409×7". */
export function tally(answers: ApiResponse[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
}

/** That nothing failed but by a refusal that the rules know. */
export function assertOnly(answers: ApiResponse[], ...statuses: number[]): void {
  for (const { status, body } of answers)
    assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
}
