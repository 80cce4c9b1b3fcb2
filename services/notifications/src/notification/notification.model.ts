/** Where notifications are kept. */

import { nested, oneOf } from '@nameloan/service/store/fields.ts';
import { defineModel } from '../kit.ts';
import { notificationKinds } from '../templates/notification-kind.ts';
import type { Notification } from './notification.ts';

export const notifications = defineModel<Notification>('notifications', {
  called: 'notification',
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
    alert: Boolean,
    matters: [String],
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
    [{ matters: 1 }, { partialFilterExpression: { alert: true } }],
    // The one of a loan's chat, also once it is read.
    [
      { accountId: 1, 'subject.id': 1, number: -1 },
      { partialFilterExpression: { kind: 'MESSAGE' } },
    ],
    // Two facts of one topic at once still leave one unread notification of it.
    [
      { accountId: 1, topic: 1 },
      { unique: true, partialFilterExpression: { read: false, topic: { $type: 'string' } } },
    ],
  ],
});
