/** In-process buses that act like the bus of several processes: separate consumers, shared signals. */

import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';

export interface JoinedBuses {
  /** Adds a bus. */
  join(): LocalBus;
  /** Drops all signals while `isLost` is true. */
  loseSignals(isLost: boolean): void;
}

export function joinBuses(): JoinedBuses {
  const signals = new LocalBus();
  let lost = false;
  const publishSignal: Bus['publishSignal'] = (topic, signal) => {
    if (!lost) signals.publishSignal(topic, signal);
  };
  return {
    join: () =>
      Object.assign(new LocalBus(), {
        publishSignal,
        subscribe: signals.subscribe.bind(signals),
      }),
    loseSignals: (isLost) => {
      lost = isLost;
    },
  };
}
