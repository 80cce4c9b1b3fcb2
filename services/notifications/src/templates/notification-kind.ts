/** Notification kinds: the groups by which users choose their mail. */

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

/** Always mailed (docs/product-rules.md, Notifications): missing one can cost money or a domain. */
export const alwaysMailed = ['SECURITY', 'SIGNATURE', 'DUE', 'NOTICE', 'DISPUTE'] as const;
