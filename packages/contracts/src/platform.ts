/** The platform's account id and the names of its services. */

/** Owner of domains that the platform seized; no one can sign in to it. */
export const platformAccountId = 'platform';

/** Each has a subgraph, a database and a prefix of event subjects; in the order of composition. */
export const serviceNames = [
  'identity',
  'domains',
  'lending',
  'payments',
  'notifications',
] as const;
export type ServiceName = (typeof serviceNames)[number];
