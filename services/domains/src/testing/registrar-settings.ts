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
  // Sandbox and service share a process: a late response must not look like that of a silent registrar.
  ...{ pollMs: 300, timeoutMs: 3000, passwordSetting: `${id.toUpperCase()}_PASSWORD` },
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

/** A product whose only connection is the gateway of the reseller. */
export function resellerSettings(account: EppAccount, port: number): Record<string, string> {
  const { path, write } = registrarFile();
  write([connectionRow('reseller', account, { port, suffixes: '*', profile: 'centralnic' })]);
  return { REGISTRARS_FILE: path, RESELLER_PASSWORD: account.password };
}

/** A product whose only connection is the account at name.com. */
export function namecomSettings(
  { namecom }: RunningSandbox,
  port: number,
  webhookUrl: string,
): Record<string, string> {
  const { path, write } = registrarFile();
  const url = `http://127.0.0.1:${port}`;
  write([namecomRow('namecom', namecom, { url, suffixes: '*', webhookUrl })]);
  return { REGISTRARS_FILE: path, NAMECOM_PASSWORD: namecom.token };
}
