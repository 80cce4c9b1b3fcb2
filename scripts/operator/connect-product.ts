/** Connects to a product's data: through the running product's internal endpoints, or by starting its database alone. */

import { readFileSync } from 'node:fs';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { readSettings, setting } from '@nameloan/service/settings.ts';
import { z } from 'zod';
import type { Child } from '../start/child.ts';
import type { DataFolder, Engines } from '../start/data-folder.ts';
import { StartError } from '../start/data-folder.ts';
import { startEngines } from '../start/engines.ts';
import { holderOf } from '../start/lock.ts';
import { ChildRecord } from '../start/orphaned-processes.ts';
import type { readStartSettings } from '../start/settings.ts';

export interface RunningProduct {
  /** Undefined where the parts are reached by their addresses, on many machines. */
  folder: DataFolder | undefined;
  /** Services that have an internal endpoint. */
  parts: string[];
  /** POSTs to a service's internal endpoint with the installation's secret. Throws StartError with the service's message. */
  post(part: string, path: string, body: unknown): Promise<Record<string, unknown>>;
}

export interface StandaloneDatabase {
  folder: DataFolder;
  engines: Engines;
  /** What a service of this installation would be started with: MONGODB_URL and INTERNAL_SECRET among it. */
  environment: Environment;
}

export interface Verb {
  /** Names of what stands behind the verb; what may be left out in brackets. */
  takes: readonly string[];
  /** For the usage. */
  does: string;
  /** Both answer the sentence to print. */
  running(product: RunningProduct, given: readonly string[]): Promise<string>;
  alone(product: StandaloneDatabase, given: readonly string[]): Promise<string>;
}

interface Place {
  settings: ReturnType<typeof readStartSettings>;
  folder: DataFolder;
  environment: Environment;
}

export async function connectProduct(
  place: Place,
  verb: Verb,
  given: readonly string[],
): Promise<string> {
  const parts = findRunningServices(place.folder);
  return parts
    ? verb.running(
        {
          folder: place.folder,
          parts: Object.keys(parts),
          post: poster(parts, secretOf(place.folder)),
        },
        given,
      )
    : alone(place, (product) => verb.alone(product, given));
}

/** The internal endpoints of the product that runs on this folder; undefined if none does. */
function findRunningServices(folder: DataFolder): Record<string, string> | undefined {
  try {
    const run = JSON.parse(readFileSync(folder.file('run.json'), 'utf8'));
    return run.pid === holderOf(folder.file('lock')) ? run.parts : undefined;
  } catch {
    return undefined;
  }
}

/** The services by their addresses, from the gateway's settings; undefined unless all are set. */
export function connectServices(environment: Environment): RunningProduct | undefined {
  const named = serviceNames.map((name) => [name, environment[`${name.toUpperCase()}_URL`]]);
  if (named.some(([, url]) => !url)) return undefined;
  const shape = z.object({ INTERNAL_SECRET: setting.secret() });
  const { INTERNAL_SECRET } = readSettings(shape, environment);
  const parts = Object.fromEntries(named) as Record<string, string>;
  return { folder: undefined, parts: [...serviceNames], post: poster(parts, INTERNAL_SECRET) };
}

function poster(parts: Record<string, string>, secret: string): RunningProduct['post'] {
  return async (part, path, body) => {
    const response = await fetch(`${parts[part]?.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
      body: JSON.stringify(body),
    }).catch((error: Error) => {
      throw new StartError(`${part} does not answer (${String(error.cause ?? error.message)}).`);
    });
    const answer = JSON.parse(await response.text());
    if (response.ok) return answer;
    throw new StartError(answer.message ?? `${part} answered ${response.status}`);
  };
}

/** While it is changed, the former one is what every part still understands. */
function secretOf(folder: DataFolder): string {
  const { internalSecret, internalSecretAlso } = folder.secrets();
  return internalSecretAlso ?? internalSecret;
}

async function alone<R>(
  { settings, folder, environment }: Place,
  work: (product: StandaloneDatabase) => Promise<R>,
): Promise<R> {
  folder.lock();
  const children: Child[] = [];
  try {
    const record = new ChildRecord(folder.file('children.json'));
    await record.endLeftovers();
    const adopt = (child: Child) => {
      children.push(child);
      record.adopt(child);
    };
    const { mongoUrl, engines } = await startEngines(settings, {
      folder,
      environment,
      adopt,
      only: 'database',
    });
    const { internalSecret, internalSecretAlso } = folder.secrets();
    const own = {
      MONGODB_URL: mongoUrl,
      INTERNAL_SECRET: internalSecret,
      INTERNAL_SECRET_ALSO: internalSecretAlso,
    };
    return await work({ folder, engines, environment: { ...environment, ...own } });
  } finally {
    for (const child of children.reverse()) await child.stop();
    folder.unlock();
  }
}
