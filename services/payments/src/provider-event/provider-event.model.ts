/** Collection of provider events. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { ProviderEvent } from './provider-event.ts';

export const providerEvents = defineModel<ProviderEvent>('provider_events', {
  label: 'provider event',
  fields: {
    version: Number,
    provider: oneOf('STRIPE', 'NOWPAYMENTS'),
    type: String,
    body: String,
    state: oneOf('RECEIVED', 'APPLIED', 'IGNORED', 'REFUSED'),
    note: String,
    receivedAt: Date,
    settledAt: Date,
  },
  indexes: [[{ state: 1, receivedAt: -1 }], [{ provider: 1, receivedAt: 1 }]],
});
