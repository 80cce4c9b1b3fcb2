/** Stops a service: finishes running work, releases jobs that take too long, and frees leases. */

import type { Bus, Stop } from '@nameloan/messaging/bus';
import type { Store } from '@nameloan/persistence/store';
import type { HttpServer } from './http/http.ts';

/** For requests, events and jobs together; the rest of the process's deadline is for leases and connections. */
const patienceMs = 12_000;

export interface ServiceResources {
  http: HttpServer;
  /** Stop events and requests. */
  stops: Stop[];
  store: Store;
  release: (() => Promise<void>) | undefined;
  /** Absent if the host process owns it. */
  bus: Bus | undefined;
}

export async function drain({ http, stops, store, release, bus }: ServiceResources): Promise<void> {
  // In parallel, so that none accepts new work while another one finishes.
  await atMost(patienceMs, [http.close(), ...stops.map((stop) => stop()), store.jobs.stop()]);
  http.server.closeAllConnections();
  await store.outbox.stop();
  await release?.();
  // Last before the connection closes: another replica that claims such a job must run it alone.
  await store.jobs.releaseAll();
  await bus?.close();
  await store.close();
}

/** Resolves when all work has settled or the time is up. */
export async function atMost(ms: number, work: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
