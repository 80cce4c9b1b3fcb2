/** Under which id the platform owns domains, and of which services it is made. */

/** Owner of the domains that the platform itself took; nobody signs in as it. */
export const platformAccountId = 'platform';

/** Each is a subgraph, a database and the first word of its own events' subjects; in the order of composition. */
export const serviceNames = [
  'identity',
  'domains',
  'lending',
  'payments',
  'notifications',
] as const;
export type ServiceName = (typeof serviceNames)[number];
