/** Metric of unacknowledged events per service of this process. */

import { pauseUnref } from '@nameloan/runtime/pause-unref';
import { Gauge } from 'prom-client';
import type { Bus, Stop } from './bus.ts';

/** A broker that does not answer must not delay the other metrics. */
const deadlineMs = 1000;
const shown = new Map<string, Pick<Bus, 'lag'>>();

new Gauge({
  name: 'nameloan_consumer_lag',
  help: 'Published events that this service has not acknowledged yet; absent if the broker does not answer',
  labelNames: ['service'],
  async collect() {
    const lags = await Promise.all(
      [...shown].map(async ([service, bus]) => {
        const requested = bus.lag(service).catch(() => undefined);
        return { service, lag: await Promise.race([requested, pauseUnref(deadlineMs)]) };
      }),
    );
    this.reset();
    for (const { service, lag } of lags) if (lag !== undefined) this.set({ service }, lag);
  },
});

/** Exposes the lag of a service until the returned function is called. */
export function exposeLag(service: string, bus: Pick<Bus, 'lag'>): Stop {
  shown.set(service, bus);
  return async () => {
    if (shown.get(service) === bus) shown.delete(service);
  };
}
