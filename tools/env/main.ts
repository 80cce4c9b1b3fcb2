/** `npm run env`: writes `.env` with new secrets for docker-compose.yml. An existing file is never changed. */

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeSecrets } from './make-secrets.ts';

const file = resolve(process.argv[2] ?? join(import.meta.dirname, '../..', '.env'));
const secrets = await makeSecrets();
/** Files of earlier versions lack it; Compose can do without it. It is a private key in PEM format, on one line. */
const optionalKey = 'SANDBOX_CONNECT_KEY';

/** Names of the settings that have a value in the file. */
const readNames = (text: string) =>
  new Set([...text.matchAll(/^(?:export )?([A-Z][A-Z0-9_]*)=./gm)].map(([, name]) => name));

/** Writes the file atomically if it does not exist; of two concurrent runs one writes. */
function writeOnce(): boolean {
  const temporary = `${file}.${process.pid}`;
  const lines = [...secrets].map(([name, value]) => `${name}=${value}`);
  const header =
    '# Secrets of this installation, created by npm run env. Keep a copy: without them its data cannot be read.';
  writeFileSync(temporary, `${[header, ...lines].join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary);
  }
}

if (writeOnce()) {
  console.log(`${file} was written, readable only by you. Keep a copy in a safe place.`);
} else {
  const names = readNames(readFileSync(file, 'utf8'));
  const missing = [...secrets.keys()].filter((name) => !names.has(name) && name !== optionalKey);
  console.log(`${file} already exists and is not changed.`);
  if (missing.length > 0) {
    console.error(
      `These settings are missing: ${missing.join(', ')}. Add a different secret for each.`,
    );
    process.exitCode = 1;
  }
  if (!names.has(optionalKey)) {
    console.log('For Domain Connect with the sandbox, and for Kubernetes, add this line:');
    console.log(`${optionalKey}=${secrets.get(optionalKey)}`);
  }
}
