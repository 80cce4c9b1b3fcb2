/**
 * The product's processes that follow the sandbox's clock: they register at start, and are told of
 * every move until they have run what it made due.
 */

import { ControlError } from '../control/errors.ts';
import type { Part } from '../records.ts';
import type { World } from '../world.ts';

export interface PartAnswer {
  readonly name: string;
  /** True: the part ran something because of this move, or is not done yet. */
  readonly busy: boolean;
  /** True: nobody listens there any more; the part asks for the time when it starts again. */
  readonly gone: boolean;
}

const retryForMs = 30_000;
const answerWithinMs = 60_000;
const retryPauseMs = 250;
const mostParts = 64;

/** Registers a part, or moves one of the same name to its new address. */
export function registerPart(world: World, part: Part): { offsetMs: number } {
  const parts = world.store.table('parts');
  if (!parts.has(part.name) && parts.size >= mostParts) {
    throw new ControlError(409, 'CONFLICT', `At most ${mostParts} parts follow the clock.`);
  }
  world.store.commit(['parts', part.name, part]);
  return { offsetMs: world.clock.offsetMs() };
}

/** Tells every part the present offset. Throws 503 naming the first that cannot be reached. */
export function tellParts(world: World): Promise<PartAnswer[]> {
  const parts = [...world.store.table('parts').values()];
  return Promise.all(parts.map((part) => tellPart(world, part)));
}

async function tellPart(world: World, part: Part): Promise<PartAnswer> {
  const giveUpAt = Date.now() + retryForMs;
  for (;;) {
    const result = await post(world, part);
    if (result === 'refused') {
      const current = world.store.table('parts').get(part.name);
      if (current === part) world.store.commit(['parts', part.name, null]);
      // Restarted meanwhile under another address: then that one is the part.
      else if (current) return tellPart(world, current);
      return { name: part.name, busy: false, gone: true };
    }
    if (typeof result !== 'string') return { name: part.name, busy: result.busy, gone: false };
    if (Date.now() >= giveUpAt) {
      throw new ControlError(503, 'PART_UNAVAILABLE', {
        message: `The part ${part.name} did not follow: ${result}.`,
        facts: {
          part: part.name,
        },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
  }
}

async function post(world: World, part: Part): Promise<{ busy: boolean } | string> {
  try {
    const response = await fetch(part.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-secret': world.secret },
      body: JSON.stringify({ offsetMs: world.clock.offsetMs() }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) return `HTTP ${response.status}`;
    return { busy: (answer as { busy?: unknown } | null)?.busy === true };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if ((cause as { code?: string } | null)?.code === 'ECONNREFUSED') return 'refused';
    return error instanceof Error ? error.message : String(error);
  }
}
