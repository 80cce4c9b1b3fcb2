/** Calls that are retried until the product confirms them, whatever crashes in the meantime. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, Person } from '@nameloan/driver/person';

/** Generous: several clusters may share two cores while each of their connections fails in turn. */
const deadlineMs = 480_000;

/** Statuses of a temporary failure: a service is down, or the call is too early. Every other error is final. */
const temporaryStatuses = new Set([401, 429, 500, 502, 503, 504]);

/** Counts of failed and rejected attempts, for the report. */
export const retryCounts = { failed: 0, rejected: 0 };
/** Each call that returned a 500, with the log lines of its request: a service that is down must be a 503. */
export const internalErrors: string[] = [];
/** Finds the log lines of a request that returned a 500, while the output of its process is still available. */
export const errorLogs: { find(requestId: string): string[] } = { find: () => [] };

/** Repeats `work` until it resolves; throws the last error at the deadline. */
export async function retry<R>(what: string, work: () => Promise<R>): Promise<R> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw new Error(`gave up: ${what}`, { cause: error });
      retryCounts.failed++;
      await pause(150 + Math.random() * 200);
    }
  }
}

/** Repeats a call until the product gives a final response, errors included, and resolves to it. */
export function callWithRetry(
  person: Person,
  call: { method: string; path: string; body?: unknown },
): Promise<ApiResponse> {
  return retry(`${call.method} ${call.path}`, async () => {
    const answer = await person.call(call.method, call.path, call.body);
    if (answer.status === 500) {
      const logged = errorLogs.find(String(answer.body?.requestId));
      internalErrors.push([`${call.method} ${call.path}`, ...logged].join('\n'));
    }
    if (answer.status === 401) await person.login();
    if (temporaryStatuses.has(answer.status)) {
      retryCounts.rejected++;
      throw new Error(
        `${call.method} ${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
      );
    }
    return answer;
  });
}

export const get = async (person: Person, path: string) =>
  (await callWithRetry(person, { method: 'GET', path })).body;
export const post = (person: Person, path: string, body?: unknown) =>
  callWithRetry(person, { method: 'POST', path, body });

/** Repeats `find` until it returns a truthy value. */
export function waitUntil<R>(what: string, find: () => Promise<R | undefined | false>): Promise<R> {
  return retry(what, async () => {
    const result = await find();
    if (!result) throw new Error(`not yet: ${what}`);
    return result;
  });
}
