/**
 * The product's service processes that follow the sandbox's clock. They register when they start, receive every
 * move of the clock until they have run all due work, and unregister when they stop.
 */

import { ControlError } from '../http/control-error.ts';
import type { RegisteredService } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

export interface ServiceReply {
  readonly name: string;
  /** True: the service ran work because of this move, or is still running it. */
  readonly busy: boolean;
  /** False: the process has ended; it asks for the offset when it starts again. */
  readonly running: boolean;
}

const maxRetryMs = 30_000;
const requestTimeoutMs = 60_000;
const retryPauseMs = 250;
/** How long to wait for an unreachable replica while others of the same service run: its machine may be gone. */
const replicaTimeoutMs = 5000;
const maxServices = 64;
/** When the table is full, a process that does not respond within this time is evicted. */
const livenessTimeoutMs = 2000;

const keyOf = ({ name, url }: RegisteredService) => `${name} ${url}`;

interface Offsets {
  readonly offsetMs: number;
  readonly accountsOffsetMs: number;
}

const readOffsets = ({ clock }: SandboxContext): Offsets => ({
  offsetMs: clock.offsetMs(),
  accountsOffsetMs: clock.accountsOffsetMs(),
});

/**
 * Registers a service process; several with one name are replicas. Killed processes do not unregister, so a full
 * table evicts unreachable or old ones. Throws 409 when all entries have different names.
 */
export async function registerService(
  context: SandboxContext,
  service: RegisteredService,
): Promise<Offsets> {
  if (!hasRoom(context, service)) await evictUnreachable(context, service);
  while (!hasRoom(context, service)) evictOldest(context, service);
  // Removed first, so that the newest entry is last in the table.
  context.store.commit(['parts', keyOf(service), null], ['parts', keyOf(service), service]);
  return readOffsets(context);
}

/** Removes a process that stops; other replicas stay registered. */
export function unregisterService(context: SandboxContext, service: RegisteredService): void {
  if (context.store.table('parts').has(keyOf(service)))
    context.store.commit(['parts', keyOf(service), null]);
}

function hasRoom(context: SandboxContext, service: RegisteredService): boolean {
  const services = context.store.table('parts');
  return services.has(keyOf(service)) || services.size < maxServices;
}

/** Entries that may be evicted for a service, oldest first: those with its name, else of the service with the most. */
function evictionCandidates(
  context: SandboxContext,
  { name }: RegisteredService,
): RegisteredService[] {
  const byName = Map.groupBy(context.store.table('parts').values(), (one) => one.name);
  const own = byName.get(name);
  if (own) return own;
  const [most = []] = [...byName.values()].toSorted((one, other) => other.length - one.length);
  return most.length > 1 ? most : [];
}

async function evictUnreachable(
  context: SandboxContext,
  service: RegisteredService,
): Promise<void> {
  await Promise.all(
    evictionCandidates(context, service).map(async (one) => {
      const { unreachable } = await postOffset(context, one, livenessTimeoutMs);
      if (unreachable) unregisterService(context, one);
    }),
  );
}

function evictOldest(context: SandboxContext, service: RegisteredService): void {
  const [oldest] = evictionCandidates(context, service);
  if (!oldest)
    throw new ControlError(
      409,
      'CONFLICT',
      `At most ${maxServices} services can follow the clock.`,
    );
  unregisterService(context, oldest);
}

/** Sends the current offset to every service. Throws 503 with the name of the first that is unavailable. */
export function notifyServices(context: SandboxContext): Promise<ServiceReply[]> {
  const services = [...context.store.table('parts').values()];
  return Promise.all(services.map((service) => notifyService(context, service)));
}

async function notifyService(
  context: SandboxContext,
  service: RegisteredService,
): Promise<ServiceReply> {
  const { name } = service;
  const startedAt = Date.now();
  for (;;) {
    const { busy, failure, unreachable } = await postOffset(context, service);
    if (failure === undefined) return { name, busy, running: true };
    const waitedMs = Date.now() - startedAt;
    const replaced = unreachable && hasReplica(context, service) && waitedMs >= replicaTimeoutMs;
    if (failure === 'refused' || replaced) {
      unregisterService(context, service);
      return { name, busy: false, running: false };
    }
    if (waitedMs >= maxRetryMs) {
      throw new ControlError(503, 'SERVICE_UNAVAILABLE', {
        message: `The service ${name} did not follow the clock: ${failure}.`,
        details: { service: name },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
  }
}

const hasReplica = (context: SandboxContext, { name, url }: RegisteredService) =>
  [...context.store.table('parts').values()].some((one) => one.name === name && one.url !== url);

interface NotifyResult {
  readonly busy: boolean;
  /** Why the notification failed. */
  readonly failure?: string;
  /** True: no response at all. */
  readonly unreachable?: boolean;
}

async function postOffset(
  context: SandboxContext,
  service: RegisteredService,
  timeoutMs = requestTimeoutMs,
): Promise<NotifyResult> {
  try {
    const response = await fetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-secret': context.secret },
      body: JSON.stringify(readOffsets(context)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) return { busy: false, failure: `HTTP ${response.status}` };
    return { busy: (body as { busy?: unknown } | null)?.busy === true };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const refused = (cause as { code?: string } | null)?.code === 'ECONNREFUSED';
    const message = error instanceof Error ? error.message : String(error);
    return { busy: false, unreachable: true, failure: refused ? 'refused' : message };
  }
}
