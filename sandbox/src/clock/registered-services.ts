/**
 * The product's processes that follow the sandbox's clock: they register at start, and are told of
 * every move until they have run what it made due. Who stops signs off.
 */

import { ControlError } from '../http/control-error.ts';
import type { RegisteredService } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

export interface ServiceReply {
  readonly name: string;
  /** True: the part ran something because of this move, or is not done yet. */
  readonly busy: boolean;
  /** True: nobody listens there any more; the part asks for the time when it starts again. */
  readonly gone: boolean;
}

const maxRetryMs = 30_000;
const requestTimeoutMs = 60_000;
const retryPauseMs = 250;
/** So long a replica that nobody can reach is waited for, while others of its name are there: its machine may be gone for good. */
const replicaTimeoutMs = 5000;
const maxServices = 64;
/** Who says nothing for so long makes room, where there is none. */
const livenessTimeoutMs = 2000;

const keyOf = ({ name, url }: RegisteredService) => `${name} ${url}`;

/**
 * Registers a part; several of one name are its replicas. Whoever was killed has not signed off, so that a full table
 * makes room: nobody is kept from starting by those who are gone. Throws 409 where all are of different names.
 */
export async function registerService(
  world: SandboxContext,
  part: RegisteredService,
): Promise<{ offsetMs: number }> {
  if (!hasRoom(world, part)) await evictUnreachable(world, part);
  while (!hasRoom(world, part)) evictOldest(world, part);
  // Removed first, so that the table has the newest at its end.
  world.store.commit(['parts', keyOf(part), null], ['parts', keyOf(part), part]);
  return { offsetMs: world.clock.offsetMs() };
}

/** Takes a part that stops off the table; the others of its name stay. */
export function unregisterService(world: SandboxContext, part: RegisteredService): void {
  if (world.store.table('parts').has(keyOf(part))) world.store.commit(['parts', keyOf(part), null]);
}

function hasRoom(world: SandboxContext, part: RegisteredService): boolean {
  const parts = world.store.table('parts');
  return parts.has(keyOf(part)) || parts.size < maxServices;
}

/** Those among whom room is made for a part, oldest first: of its own name, else of the name with the most. */
function evictionCandidates(
  world: SandboxContext,
  { name }: RegisteredService,
): RegisteredService[] {
  const byName = Map.groupBy(world.store.table('parts').values(), (one) => one.name);
  const own = byName.get(name);
  if (own) return own;
  const [most = []] = [...byName.values()].toSorted((one, other) => other.length - one.length);
  return most.length > 1 ? most : [];
}

async function evictUnreachable(world: SandboxContext, part: RegisteredService): Promise<void> {
  await Promise.all(
    evictionCandidates(world, part).map(async (one) => {
      const { silent } = await postOffset(world, one, livenessTimeoutMs);
      if (silent) unregisterService(world, one);
    }),
  );
}

function evictOldest(world: SandboxContext, part: RegisteredService): void {
  const [oldest] = evictionCandidates(world, part);
  if (!oldest)
    throw new ControlError(409, 'CONFLICT', `At most ${maxServices} parts follow the clock.`);
  unregisterService(world, oldest);
}

/** Tells every part the present offset. Throws 503 naming the first that cannot be reached. */
export function notifyServices(world: SandboxContext): Promise<ServiceReply[]> {
  const parts = [...world.store.table('parts').values()];
  return Promise.all(parts.map((part) => notifyService(world, part)));
}

async function notifyService(
  world: SandboxContext,
  part: RegisteredService,
): Promise<ServiceReply> {
  const { name } = part;
  const begunAt = Date.now();
  for (;;) {
    const { busy, fault, silent } = await postOffset(world, part);
    if (fault === undefined) return { name, busy, gone: false };
    const waitedMs = Date.now() - begunAt;
    const replaced = silent && hasReplica(world, part) && waitedMs >= replicaTimeoutMs;
    if (fault === 'refused' || replaced) {
      unregisterService(world, part);
      return { name, busy: false, gone: true };
    }
    if (waitedMs >= maxRetryMs) {
      throw new ControlError(503, 'PART_UNAVAILABLE', {
        message: `The part ${name} did not follow: ${fault}.`,
        facts: { part: name },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
  }
}

const hasReplica = (world: SandboxContext, { name, url }: RegisteredService) =>
  [...world.store.table('parts').values()].some((one) => one.name === name && one.url !== url);

interface NotifyResult {
  readonly busy: boolean;
  /** Why it could not be told. */
  readonly fault?: string;
  /** True: no word came back at all. */
  readonly silent?: boolean;
}

async function postOffset(
  world: SandboxContext,
  part: RegisteredService,
  withinMs = requestTimeoutMs,
): Promise<NotifyResult> {
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
