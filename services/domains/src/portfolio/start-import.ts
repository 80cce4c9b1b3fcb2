/** Previews an import, or stores it for the job that adds its names. */

import { createHash } from 'node:crypto';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { commit, quotas } from '../service-context.ts';
import { checkNames } from './check-names.ts';
import type { DomainImport, ImportRow } from './domain-import.model.ts';
import { domainImports } from './domain-import.model.ts';
import type { ImportedName } from './read-names.ts';

export function previewImport(
  { accountId }: AccountActor,
  names: readonly ImportedName[],
): Promise<ImportRow[]> {
  return checkNames(accountId, names);
}

/**
 * Takes the quota of all names that it will add. While an import of the same names runs, returns that one: the client
 * may have lost the first response.
 */
export async function startImport(
  { accountId }: AccountActor,
  names: readonly ImportedName[],
): Promise<DomainImport> {
  const rows = await checkNames(accountId, names);
  const units = rows.filter(({ verdict }) => verdict === 'ADD').length;
  const hash = createHash('sha256');
  for (const { input } of names) hash.update(`${input}\n`);
  const digest = hash.digest('base64url');
  return commit(async (tx) => {
    const running = await domainImports.findOne({ accountId, digest, state: 'RUNNING' }, tx);
    if (running) return running;
    if (units > 0) await quotas.takeMany('domainsAdded', { key: accountId, units }, tx);
    const started: DomainImport = {
      id: newId(),
      version: 1,
      accountId,
      state: units > 0 ? 'RUNNING' : 'DONE',
      digest,
      rows,
      settledRows: units > 0 ? 0 : rows.length,
      createdAt: now(),
    };
    try {
      await domainImports.add(started, tx);
    } catch (error) {
      // The same request at once has stored it.
      if (isDuplicate(error, 'digest')) throw new ConcurrentUpdateError('imports', started.id);
      throw error;
    }
    if (units > 0) await tx.schedule({ kind: 'import-domains', key: started.id });
    return started;
  });
}

export async function readImport({ accountId }: AccountActor, id: string): Promise<DomainImport> {
  const found = await domainImports.find(id);
  if (found?.accountId === accountId) return found;
  throw new DomainError('NOT_FOUND', 'There is no such import.');
}
