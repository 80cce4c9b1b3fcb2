/** Settings of one registrar connection to the sandbox, by a file. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EppAccount, RunningSandbox } from '@nameloan/sandbox/server';
import type { ProfileName } from '../registrar/epp/profile.ts';

/** A connection's entry in the file; its password is in the setting `ID_PASSWORD`. */
export const connectionRow = (
  id: string,
  { caPem: ca, clientId }: EppAccount,
  more: { port: number; suffixes: '*' | string[]; profile?: ProfileName },
) => ({
  ...{ id, kind: 'epp', host: '127.0.0.1', servername: 'localhost', ca, clientId, ...more },
  ...{ pollMs: 300, timeoutMs: 1500, passwordSetting: `${id.toUpperCase()}_PASSWORD` },
});

/** As `connectionRow`, for an account at name.com. */
export const namecomRow = (
  id: string,
  { username }: RunningSandbox['namecom'],
  more: { url: string; suffixes: '*' | string[]; webhookUrl?: string },
) => ({
  ...{ id, kind: 'namecom', username, ...more },
  ...{ pollMs: 300, timeoutMs: 700, passwordSetting: `${id.toUpperCase()}_PASSWORD` },
});

/** A registrar file in a folder that is removed when the process ends. */
export function registrarFile() {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-registrars-'));
  const path = join(folder, 'registrars.json');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    path,
    write: (connections: readonly object[]) => writeFileSync(path, JSON.stringify({ connections })),
  };
}
