/** Collection of digests; MongoDB deletes them a month after their day. */

import { defineModel } from '../service-context.ts';
import type { Digest } from './digest.ts';

export const digests = defineModel<Digest>('digests', {
  label: 'digest',
  fields: {
    version: Number,
    notificationIds: [String],
    closed: Boolean,
    windowId: String,
    createdAt: Date,
  },
  indexes: [[{ createdAt: 1 }, { expireAfterSeconds: 30 * 86_400 }]],
});
