/** The names under which release 0.1.0 stored this service's data. */

import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';

export const dataUpgrade: DataUpgrade = {
  collections: { matters: 'alert_keys' },
  fields: {
    notifications: { matters: 'alertKeys' },
    recipients: { lastToldAt: 'lastNotifiedAt' },
  },
};
