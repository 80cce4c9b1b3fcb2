/** The names under which release 0.1.0 stored this service's data. */

import type { DataUpgrade } from '@nameloan/persistence/data-upgrade';

export const dataUpgrade: DataUpgrade = {
  fields: {
    domains: {
      custodyLook: 'custodyCheck',
      verificationTries: 'verificationAttempts',
      'transferIn.sealedCode': 'encryptedCode',
      'transferOut.sealedCode': 'encryptedCode',
      'nameserverChange.refusal': 'rejection',
      'nameserverChange.rejection.sentence': 'message',
      'nameserverChange.rejection.of': 'scope',
    },
  },
  jobKinds: {
    'look-at-proof': 'recheck-proof',
    'start-looks': 'schedule-rechecks',
    'follow-registry': 'poll-registry',
  },
};
