/** `npm run env`: writes `.env` with fresh secrets for docker-compose.yml, once. What is there already is never touched. */

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeSecrets } from './make-secrets.ts';

const file = resolve(process.argv[2] ?? join(import.meta.dirname, '../..', '.env'));
const fresh = await makeSecrets();

/** The names that a file of settings gives a value. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(/^(?:export )?([A-Z][A-Z0-9_]*)=./gm)].map(([, name]) => name));

/** Whole or not at all, and only where there is none: of two that are run at once one writes. */
function writeOnce(): boolean {
  const whole = `${file}.${process.pid}`;
  const lines = [...fresh].map(([name, value]) => `${name}=${value}`);
  const head =
    '# Secrets of this installation, made by npm run env. Keep a copy: without them its data cannot be read.';
  writeFileSync(whole, `${[head, ...lines].join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(whole);
  }
}

if (writeOnce()) {
  console.log(`${file} is written, readable for you alone. Keep a copy of it in a safe place.`);
} else {
  const names = namesIn(readFileSync(file, 'utf8'));
  const missing = [...fresh.keys()].filter((name) => !names.has(name));
  console.log(`${file} is there already and stays as it is.`);
  if (missing.length > 0) {
    console.error(`It lacks ${missing.join(', ')}: add them, each a secret of your own.`);
    process.exitCode = 1;
  }
}
