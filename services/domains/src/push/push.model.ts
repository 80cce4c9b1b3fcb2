/** The collection of pushes; ended ones are kept for a year. */

import { accountTopic } from '@nameloan/contracts/topics';
import { oneOf } from '@nameloan/persistence/fields';
import { defineModel, publishSignal } from '../service-context.ts';
import type { Push } from './push.ts';
import { pushStates } from './push.ts';

const keptSeconds = 365 * 86_400;

/** Both accounts show pushes next to their domains. */
function publishPushChange({ fromAccountId, toAccountId, domainId }: Push): void {
  for (const accountId of [fromAccountId, toAccountId])
    if (accountId !== null)
      publishSignal(accountTopic(accountId), { what: 'domain', id: domainId });
}

export const pushes = defineModel<Push>('pushes', {
  label: 'push',
  afterWrite: publishPushChange,
  fields: {
    version: Number,
    domainId: String,
    name: String,
    unicodeName: String,
    fromAccountId: String,
    toAccountId: String,
    encryptedEmail: String,
    state: oneOf(...pushStates),
    createdAt: Date,
    acceptableFrom: Date,
    expiresAt: Date,
    endedAt: Date,
  },
  indexes: [
    [{ fromAccountId: 1, createdAt: -1 }],
    [{ toAccountId: 1, createdAt: -1 }],
    [{ endedAt: 1 }, { expireAfterSeconds: keptSeconds }],
  ],
});
