/** The architecture diagram: the services with their databases, the bus, and the external systems that they call. */

import { fence } from './draw-states.ts';
import type { DrawnService } from './read-services.ts';

/** Names of the external systems, by the first word of the span of a call to them. */
const systemNames: Record<string, string> = {
  DNS: 'DNS resolvers',
  EPP: 'registries (EPP)',
  NOWPayments: 'NOWPayments',
  RDAP: 'RDAP servers',
  SMTP: 'mail server (SMTP)',
  Stripe: 'Stripe',
};

/** Throws for a system without a name, so that a new one is not left out. */
export function drawArchitecture(services: readonly DrawnService[]): string {
  const lines = [
    'flowchart TB',
    '  browser["web app"] -->|GraphQL, subscriptions| gateway',
    '  clients["API clients"] -->|REST, GraphQL| gateway',
  ];
  for (const { name } of services) lines.push(`  gateway -->|subgraph| ${name}`);
  for (const { name } of services) lines.push(`  ${name} --- ${name}_db[(MongoDB)]`);
  for (const { name, consumes } of services)
    lines.push(`  ${name} ${consumes.length > 0 ? '<-->' : '-->'} bus{{"events over NATS"}}`);
  for (const { name, externalSystems } of services) {
    for (const system of externalSystems) {
      const label = systemNames[system];
      if (!label) throw new Error(`${name} calls ${system}, which has no name in the diagram`);
      lines.push(`  ${name} --> ${system}["${label}"]`);
    }
  }
  return fence(lines);
}
