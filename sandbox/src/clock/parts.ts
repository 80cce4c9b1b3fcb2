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
/** So long a replica that nobody can reach is waited for, while others of its name are there: its machine may be gone for good. */
const replicaPatienceMs = 5000;
const mostParts = 64;

const keyOf = ({ name, url }: Part) => `${name} ${url}`;

/** Registers a part; several of one name are its replicas. */
export function registerPart(world: World, part: Part): { offsetMs: number } {
  const parts = world.store.table('parts');
  if (!parts.has(keyOf(part)) && parts.size >= mostParts) {
    throw new ControlError(409, 'CONFLICT', `At most ${mostParts} parts follow the clock.`);
  }
  world.store.commit(['parts', keyOf(part), part]);
  return { offsetMs: world.clock.offsetMs() };
}

/** Tells every part the present offset. Throws 503 naming the first that cannot be reached. */
export function tellParts(world: World): Promise<PartAnswer[]> {
  const parts = [...world.store.table('parts').values()];
  return Promise.all(parts.map((part) => tellPart(world, part)));
}

async function tellPart(world: World, part: Part): Promise<PartAnswer> {
  const { name } = part;
  const begunAt = Date.now();
  for (;;) {
    const { busy, fault, silent } = await post(world, part);
    if (fault === undefined) return { name, busy, gone: false };
    const waitedMs = Date.now() - begunAt;
    const replaced = silent && hasReplica(world, part) && waitedMs >= replicaPatienceMs;
    if (fault === 'refused' || replaced) {
      world.store.commit(['parts', keyOf(part), null]);
      return { name, busy: false, gone: true };
    }
    if (waitedMs >= retryForMs) {
      throw new ControlError(503, 'PART_UNAVAILABLE', {
        message: `The part ${name} did not follow: ${fault}.`,
        facts: { part: name },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
  }
}

const hasReplica = (world: World, { name, url }: Part) =>
  [...world.store.table('parts').values()].some((one) => one.name === name && one.url !== url);

interface Told {
  readonly busy: boolean;
  /** Why it could not be told. */
  readonly fault?: string;
  /** True: no word came back at all. */
  readonly silent?: boolean;
}

async function post(world: World, part: Part): Promise<Told> {
  try {
    const response = await fetch(part.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-secret': world.secret },
      body: JSON.stringify({ offsetMs: world.clock.offsetMs() }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) return { busy: false, fault: `HTTP ${response.status}` };
    return { busy: (answer as { busy?: unknown } | null)?.busy === true };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const refused = (cause as { code?: string } | null)?.code === 'ECONNREFUSED';
    const words = error instanceof Error ? error.message : String(error);
    return { busy: false, silent: true, fault: refused ? 'refused' : words };
  }
}
