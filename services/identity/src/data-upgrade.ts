/** The names under which release 0.1.0 stored this service's data. */

import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';

export const dataUpgrade: DataUpgrade = {
  collections: { tries: 'attempts' },
  fields: {
    accounts: {
      knownPlaces: 'knownDevices',
      'mfa.sealedKey': 'encryptedKey',
      'enrolment.sealedKey': 'encryptedKey',
    },
    signing_keys: { sealedPrivateKey: 'encryptedPrivateKey' },
  },
};
