/**
 * The product's processes that follow the sandbox's clock: they register at start, and are told of
 * every move until they have run what it made due. Who stops signs off.
 */

import { ControlError } from '../http/control-error.ts';
import type { Part } from '../records.ts';
import type { World } from '../sandbox-context.ts';

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
/** Who says nothing for so long makes room, where there is none. */
const signOfLifeMs = 2000;

const keyOf = ({ name, url }: Part) => `${name} ${url}`;

/**
 * Registers a part; several of one name are its replicas. Whoever was killed has not signed off, so that a full table
 * makes room: nobody is kept from starting by those who are gone. Throws 409 where all are of different names.
 */
export async function registerPart(world: World, part: Part): Promise<{ offsetMs: number }> {
  if (!hasRoom(world, part)) await dropDead(world, part);
  while (!hasRoom(world, part)) dropOldest(world, part);
  // Removed first, so that the table has the newest at its end.
  world.store.commit(['parts', keyOf(part), null], ['parts', keyOf(part), part]);
  return { offsetMs: world.clock.offsetMs() };
}

/** Takes a part that stops off the table; the others of its name stay. */
export function forgetPart(world: World, part: Part): void {
  if (world.store.table('parts').has(keyOf(part))) world.store.commit(['parts', keyOf(part), null]);
}

function hasRoom(world: World, part: Part): boolean {
  const parts = world.store.table('parts');
  return parts.has(keyOf(part)) || parts.size < mostParts;
}

/** Those among whom room is made for a part, oldest first: of its own name, else of the name with the most. */
function rivalsOf(world: World, { name }: Part): Part[] {
  const byName = Map.groupBy(world.store.table('parts').values(), (one) => one.name);
  const own = byName.get(name);
  if (own) return own;
  const [most = []] = [...byName.values()].toSorted((one, other) => other.length - one.length);
  return most.length > 1 ? most : [];
}

async function dropDead(world: World, part: Part): Promise<void> {
  await Promise.all(
    rivalsOf(world, part).map(async (one) => {
      const { silent } = await post(world, one, signOfLifeMs);
      if (silent) forgetPart(world, one);
    }),
  );
}

function dropOldest(world: World, part: Part): void {
  const [oldest] = rivalsOf(world, part);
  if (!oldest)
    throw new ControlError(409, 'CONFLICT', `At most ${mostParts} parts follow the clock.`);
  forgetPart(world, oldest);
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
      forgetPart(world, part);
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

async function post(world: World, part: Part, withinMs = answerWithinMs): Promise<Told> {
  try {
    const response = await fetch(part.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-secret': world.secret },
      body: JSON.stringify({ offsetMs: world.clock.offsetMs() }),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
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
