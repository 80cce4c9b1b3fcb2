/** Collection of notifications. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import { notificationKinds } from '../templates/notification-kind.ts';
import type { Notification } from './notification.ts';

export const notifications = defineModel<Notification>('notifications', {
  label: 'notification',
  fields: {
    version: Number,
    accountId: String,
    kind: oneOf(...notificationKinds),
    subject: nested({
      type: oneOf('ESCROW', 'DOMAIN', 'LISTING', 'OFFER', 'TRANSACTION', 'ACCOUNT'),
      id: String,
    }),
    title: String,
    body: String,
    link: String,
    rows: listOf({ label: String, value: String }),
    action: String,
    alert: Boolean,
    alertKeys: [String],
    source: nested({ aggregateId: String, aggregateVersion: Number }),
    read: Boolean,
    createdAt: Date,
    number: Number,
    firstNumber: Number,
    topic: String,
  },
  indexes: [
    [{ accountId: 1, number: -1 }],
    [{ accountId: 1, alert: 1 }, { partialFilterExpression: { read: false } }],
    [{ alertKeys: 1 }, { partialFilterExpression: { alert: true } }],
    // Finds the notification of a loan's chat, also once it is read.
    [
      { accountId: 1, 'subject.id': 1, number: -1 },
      { partialFilterExpression: { kind: 'MESSAGE' } },
    ],
    // Concurrent events of one topic leave one unread notification.
    [
      { accountId: 1, topic: 1 },
      { unique: true, partialFilterExpression: { read: false, topic: { $type: 'string' } } },
    ],
  ],
});
