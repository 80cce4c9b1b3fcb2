/** The groups of events that a person tells apart: what a notification is about in kind, and whose mail can be off. */

export const notificationKinds = [
  'SECURITY',
  'SIGNATURE',
  'DUE',
  'NOTICE',
  'DISPUTE',
  'OFFER',
  'LOAN',
  'PAYMENT',
  'DOMAIN',
  'EXPIRY',
  'MESSAGE',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Mailed whatever a person prefers (product.md section 8): who misses one of these may lose money or a domain. */
export const alwaysMailed = ['SECURITY', 'SIGNATURE', 'DUE', 'NOTICE', 'DISPUTE'] as const;
