/** The names under which release 0.1.0 stored this service's data. */

import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';

export const dataUpgrade: DataUpgrade = {
  fields: { listings: { longestYears: 'maxYears' } },
  jobKinds: {
    'run-clock-move': 'run-timed-transition',
    'start-clocks': 'start-timed-transitions',
  },
};
