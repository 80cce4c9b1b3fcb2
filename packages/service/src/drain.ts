/** The end of a service: what is under way finishes, what would take too long is handed back, leases are freed. */

import type { Bus, Stop } from './bus/bus.ts';
import type { HttpServer } from './http.ts';
import type { Store } from './store/store.ts';

/** For requests, facts and jobs together; the rest of the process's deadline is for the leases and the lines. */
const patienceMs = 12_000;

export interface ServiceResources {
  http: HttpServer;
  /** Of facts and questions. */
  stops: Stop[];
  store: Store;
  release: (() => Promise<void>) | undefined;
  /** Absent: somebody else's. */
  bus: Bus | undefined;
}

export async function drain({ http, stops, store, release, bus }: ServiceResources): Promise<void> {
  // Each lets go of what is new at once, so nothing is taken in while another one still finishes.
  await atMost(patienceMs, [http.close(), ...stops.map((stop) => stop()), store.jobs.stop()]);
  http.server.closeAllConnections();
  await store.outbox.stop();
  await release?.();
  // The last thing before the line is cut: whoever takes such a job now must find nobody else at it.
  await store.jobs.releaseAll();
  await bus?.close();
  await store.close();
}

/** Until all of it is over, or the time is. */
export async function atMost(ms: number, work: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
