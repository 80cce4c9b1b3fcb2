/** The platform's account id, and the names and ports of its services. */

/** Owner of domains that the platform seized; no one can sign in to it. */
export const platformAccountId = 'platform';

/** Each has a subgraph, a database and a prefix of event subjects; in the order of composition. */
// generated from services.json: ports of the services
export const servicePorts = {
  identity: 4001,
  domains: 4002,
  lending: 4003,
  payments: 4004,
  notifications: 4005,
} as const;
// end of ports of the services

export type ServiceName = keyof typeof servicePorts;
export const serviceNames = Object.keys(servicePorts) as readonly ServiceName[];

/** Kinds of live topics that each service publishes. */
// generated from services.json: signals of the services
export const serviceSignals: Readonly<Record<ServiceName, readonly string[]>> = {
  identity: ['account'],
  domains: ['account', 'domain'],
  lending: ['account', 'escrow'],
  payments: ['account'],
  notifications: ['account', 'escrow'],
};
// end of signals of the services
