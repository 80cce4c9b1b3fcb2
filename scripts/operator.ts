/** `npm run operator -- grant|revoke EMAIL`: through the running product, or on its database with the engine started alone. */

import { readFileSync } from 'node:fs';
import { setOperatorIn } from '@nameloan/identity/operator.ts';
import type { Child } from './start/child.ts';
import { DataFolder, StartRefused } from './start/data-folder.ts';
import { startEngines } from './start/engines.ts';
import { ChildRecord } from './start/leftovers.ts';
import { holderOf } from './start/lock.ts';
import { readStartSettings } from './start/settings.ts';

const usage = 'Usage: npm run operator -- grant|revoke EMAIL';

function readArguments(): { email: string; operator: boolean } {
  const [verb, email, ...rest] = process.argv.slice(2);
  if ((verb !== 'grant' && verb !== 'revoke') || !email || rest.length > 0)
    throw new StartRefused(usage);
  return { email, operator: verb === 'grant' };
}

/** The identity door of a product that runs on this folder; undefined when none does. */
function runningIdentity(folder: DataFolder): string | undefined {
  try {
    const run = JSON.parse(readFileSync(folder.file('run.json'), 'utf8'));
    return run.pid === holderOf(folder.file('lock')) ? run.parts.identity : undefined;
  } catch {
    return undefined;
  }
}

async function askRunning(
  url: string,
  secret: string,
  wish: { email: string; operator: boolean },
): Promise<void> {
  const response = await fetch(`${url}/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nameloan-secret': secret },
    body: JSON.stringify(wish),
  });
  if (response.ok) return;
  const { message } = JSON.parse(await response.text());
  throw new StartRefused(message ?? `identity answered ${response.status}`);
}

async function changeAlone(
  folder: DataFolder,
  wish: { email: string; operator: boolean },
): Promise<void> {
  folder.lock();
  const children: Child[] = [];
  try {
    const set = readStartSettings(process.env);
    const record = new ChildRecord(folder.file('children.json'));
    await record.endLeftovers();
    const adopt = (child: Child) => {
      children.push(child);
      record.adopt(child);
    };
    const { mongoUrl } = await startEngines(set, {
      folder,
      environment: process.env,
      adopt,
      only: 'database',
    });
    const { internalSecret } = folder.secrets();
    const environment = { MONGODB_URL: mongoUrl, INTERNAL_SECRET: internalSecret };
    await setOperatorIn({ ...process.env, ...environment }, wish.email, wish.operator);
  } finally {
    for (const child of children.reverse()) await child.stop();
    folder.unlock();
  }
}

try {
  const wish = readArguments();
  const folder = new DataFolder(readStartSettings(process.env).DATA_DIR);
  const url = runningIdentity(folder);
  if (url) await askRunning(url, folder.secrets().internalSecret, wish);
  else await changeAlone(folder, wish);
  console.log(`${wish.email} is ${wish.operator ? 'an operator now' : 'no operator any more'}.`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
