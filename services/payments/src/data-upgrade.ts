/** The names under which release 0.1.0 stored this service's data. */

import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';

export const dataUpgrade: DataUpgrade = {
  collections: { odd_payments: 'payment_exceptions' },
  jobKinds: { 'give-up-deposit': 'expire-deposit' },
};
