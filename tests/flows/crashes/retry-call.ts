/** A person who does not give up: every step is tried until the product says it is done, whatever dies meanwhile. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, Person } from '../../../scripts/demo/person.ts';

const deadlineMs = 240_000;

/** Answers that say "not now": a part is down, or too early. Anything else that is no success is final. */
const passing = new Set([401, 429, 500, 502, 503, 504]);

/** Counts of what got in the way, for the report. */
export const troubles = { broken: 0, refused: 0 };
/** Each call that was answered with a 500, and what was logged of it: a part that is down must be a 503. */
export const internal: string[] = [];
/** Asked at each 500, while the part that gave it can still be asked what it logged of that request. */
export const onInternal: { logged(requestId: string): string[] } = { logged: () => [] };

/** Repeats `work` until it resolves; throws what stood in the way at the deadline. */
export async function insist<R>(what: string, work: () => Promise<R>): Promise<R> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw new Error(`in vain: ${what}`, { cause: error });
      troubles.broken++;
      await pause(150 + Math.random() * 200);
    }
  }
}

/** A call until it got through; resolves to whatever the product then says, refusals included. */
export function reach(
  person: Person,
  call: { method: string; path: string; body?: unknown },
): Promise<ApiResponse> {
  return insist(`${call.method} ${call.path}`, async () => {
    const answer = await person.call(call.method, call.path, call.body);
    if (answer.status === 500) {
      const logged = onInternal.logged(String(answer.body?.requestId));
      internal.push([`${call.method} ${call.path}`, ...logged].join('\n'));
    }
    if (answer.status === 401) await person.login();
    if (passing.has(answer.status)) {
      troubles.refused++;
      throw new Error(
        `${call.method} ${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
      );
    }
    return answer;
  });
}

export const get = async (person: Person, path: string) =>
  (await reach(person, { method: 'GET', path })).body;
export const post = (person: Person, path: string, body?: unknown) =>
  reach(person, { method: 'POST', path, body });

/** Repeats `look` until it finds something. */
export function until<R>(what: string, look: () => Promise<R | undefined | false>): Promise<R> {
  return insist(what, async () => {
    const found = await look();
    if (!found) throw new Error(`not yet: ${what}`);
    return found;
  });
}
