/** Connects to a product's data: through the running product's internal endpoints, or by starting its database standalone. */

import { readFileSync } from 'node:fs';
import { serviceNames } from '@nameloan/contracts/platform';
import { holderOf } from '@nameloan/runtime/file-lock';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, setting } from '@nameloan/runtime/settings';
import type { Child } from '@nameloan/standalone/child';
import type { DataFolder, Engines } from '@nameloan/standalone/data-folder';
import { StartError } from '@nameloan/standalone/data-folder';
import { startEngines } from '@nameloan/standalone/engines';
import { ChildRecord } from '@nameloan/standalone/orphaned-processes';
import type { readStartSettings } from '@nameloan/standalone/settings';
import { z } from 'zod';

export interface RunningProduct {
  /** Undefined if the services are called by their addresses, on many machines. */
  folder: DataFolder | undefined;
  /** Services that have an internal endpoint. */
  services: string[];
  /** POSTs to a service's internal endpoint with the installation's secret. Throws StartError with the service's message. */
  post(service: string, path: string, body: unknown): Promise<Record<string, unknown>>;
}

export interface StandaloneDatabase {
  folder: DataFolder;
  engines: Engines;
  /** The environment of this installation's services, including MONGODB_URL and INTERNAL_SECRET. */
  environment: Environment;
}

export interface CommandDefinition {
  /** Names of its parameters; optional ones in brackets. */
  parameters: readonly string[];
  /** Shown in the usage. */
  description: string;
  /** Both resolve to the message to print. */
  running(product: RunningProduct, args: readonly string[]): Promise<string>;
  standalone(product: StandaloneDatabase, args: readonly string[]): Promise<string>;
}

interface Installation {
  settings: ReturnType<typeof readStartSettings>;
  folder: DataFolder;
  environment: Environment;
}

export async function connectProduct(
  installation: Installation,
  command: CommandDefinition,
  args: readonly string[],
): Promise<string> {
  const urls = findRunningServices(installation.folder);
  return urls
    ? command.running(
        {
          folder: installation.folder,
          services: Object.keys(urls),
          post: createPost(urls, acceptedSecret(installation.folder)),
        },
        args,
      )
    : runStandalone(installation, (product) => command.standalone(product, args));
}

/** The internal endpoints of the product that runs on this folder; undefined if none does. */
function findRunningServices(folder: DataFolder): Record<string, string> | undefined {
  try {
    const run = JSON.parse(readFileSync(folder.file('run.json'), 'utf8'));
    return run.pid === holderOf(folder.file('lock')) ? run.serviceUrls : undefined;
  } catch {
    return undefined;
  }
}

/** The services by their addresses, from the gateway's settings; undefined unless all are set. */
export function connectServices(environment: Environment): RunningProduct | undefined {
  const entries = serviceNames.map((name) => [name, environment[`${name.toUpperCase()}_URL`]]);
  if (entries.some(([, url]) => !url)) return undefined;
  const shape = z.object({ INTERNAL_SECRET: setting.secret() });
  const { INTERNAL_SECRET } = readSettings(shape, environment);
  const urls = Object.fromEntries(entries) as Record<string, string>;
  return {
    folder: undefined,
    services: [...serviceNames],
    post: createPost(urls, INTERNAL_SECRET),
  };
}

function createPost(urls: Record<string, string>, secret: string): RunningProduct['post'] {
  return async (service, path, body) => {
    const response = await fetch(`${urls[service]?.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
      body: JSON.stringify(body),
    }).catch((error: Error) => {
      throw new StartError(`${service} does not answer (${String(error.cause ?? error.message)}).`);
    });
    const reply = JSON.parse(await response.text());
    if (response.ok) return reply;
    throw new StartError(reply.message ?? `${service} returned status ${response.status}`);
  };
}

/** During a rotation every service still accepts the old secret. */
function acceptedSecret(folder: DataFolder): string {
  const { internalSecret, internalSecretAlso } = folder.secrets();
  return internalSecretAlso ?? internalSecret;
}

async function runStandalone<R>(
  { settings, folder, environment }: Installation,
  work: (product: StandaloneDatabase) => Promise<R>,
): Promise<R> {
  await folder.lock();
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
    const credentials = {
      MONGODB_URL: mongoUrl,
      INTERNAL_SECRET: internalSecret,
      INTERNAL_SECRET_ALSO: internalSecretAlso,
    };
    return await work({ folder, engines, environment: { ...environment, ...credentials } });
  } finally {
    for (const child of children.reverse()) await child.stop();
    folder.unlock();
  }
}
