/** Buses inside this process that stand for several: each has readers of its own, and all hear the same signals. */

import type { Bus } from '../bus/bus.ts';
import { LocalBus } from '../bus/local-bus.ts';

export interface JoinedBuses {
  /** Another one. */
  join(): LocalBus;
  /** While they are lost nobody hears a signal, and nobody is told so. */
  loseSignals(lost: boolean): void;
}

export function joinBuses(): JoinedBuses {
  const signals = new LocalBus();
  let lost = false;
  const announce: Bus['publishSignal'] = (topic, signal) => {
    if (!lost) signals.publishSignal(topic, signal);
  };
  return {
    join: () =>
      Object.assign(new LocalBus(), {
        announce,
        hear: signals.subscribe.bind(signals),
      }),
    loseSignals: (set) => {
      lost = set;
    },
  };
}
