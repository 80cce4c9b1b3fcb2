/** What the diagrams are drawn from: the services' own tables of handlers, and what their sources emit and call. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import type { StateMachine } from '@nameloan/runtime/state-machine';
import type { ServiceDefinition } from '@nameloan/subgraph/service';

/** The module of a service exports `NAMEService`. */
async function loadDefinition(name: ServiceName): Promise<ServiceDefinition> {
  const module = (await import(`@nameloan/${name}/service`)) as Record<string, ServiceDefinition>;
  const definition = module[`${name}Service`];
  if (!definition) throw new Error(`@nameloan/${name}/service exports no ${name}Service`);
  return definition;
}

export interface DrawnService {
  name: ServiceName;
  /** Subjects of the events that it consumes. */
  consumes: string[];
  /** Names of the requests that it handles. */
  handles: string[];
  /** External systems that its code calls, by the first word of the traced span: "EPP", "DNS". */
  externalSystems: string[];
  machines: readonly StateMachine[];
  /** All of its code except tests. */
  source: string;
}

const root = join(import.meta.dirname, '../..');

function readSource(name: string): string {
  const cwd = join(root, 'services', name, 'src');
  const files = globSync('**/*.ts', { cwd })
    .filter((file) => !/\.test\.ts$|type-test|generated|^testing\//.test(file))
    .sort();
  return files.map((file) => readFileSync(join(cwd, file), 'utf8')).join('\n');
}

/** The distinct first groups of a pattern, sorted. */
function findAll(source: string, pattern: RegExp): string[] {
  return [...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

async function readService(name: ServiceName): Promise<DrawnService> {
  const { events, requestHandlers, context } = await loadDefinition(name);
  const source = readSource(name);
  return {
    name,
    consumes: Object.keys(events).sort(),
    handles: Object.keys(requestHandlers ?? {}).sort(),
    externalSystems: findAll(source, /\btraced\(\s*['`](\w+)/g),
    machines: context.store.machines,
    source,
  };
}

export const services: readonly DrawnService[] = await Promise.all(serviceNames.map(readService));
