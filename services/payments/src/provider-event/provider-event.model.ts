/** Where the providers' calls are kept. */

import { defineModel } from '../kit.ts';
import type { ProviderEvent } from './provider-event.ts';

export const providerEvents = defineModel<ProviderEvent>('provider_events', {
  called: 'provider event',
  fields: {
    version: Number,
    provider: String,
    type: String,
    body: String,
    state: String,
    note: String,
    receivedAt: Date,
    settledAt: Date,
  },
  indexes: [[{ state: 1, receivedAt: -1 }]],
});
