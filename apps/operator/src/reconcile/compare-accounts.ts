/** Compares identity's accounts with the copies of the other services. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Finding } from './finding.ts';
import type { AccountRow, CopyRow, Snapshot } from './snapshot.ts';
import { readers } from './snapshot.ts';

export function compareAccounts({ accounts, copies }: Snapshot): Finding[] {
  const ids = new Set([
    ...accounts.keys(),
    ...readers.flatMap((service) => [...copies[service].keys()]),
  ]);
  ids.delete(platformAccountId);
  return [...ids].flatMap((id) => {
    const account = accounts.get(id);
    const holders = readers.filter((service) => copies[service].has(id));
    if (!account) return [lost(id, holders, copies)];
    const versions = holders.map((service) => copies[service].get(id)?.accountVersion ?? 0);
    const above = Math.max(0, ...versions);
    const behind = readers.filter((service) => differs(account, copies[service].get(id), service));
    if (above <= account.version && behind.length === 0) return [];
    const sentence =
      above > account.version
        ? `Account ${id} is in version ${account.version} at identity, and others know version ${above}: changes of it since the backup are lost, and its owner should check the profile.`
        : `Account ${id} differs between identity and ${behind.join(', ')}.`;
    const repair = {
      service: 'identity',
      what: 'republish-account',
      input: { accountId: id, above },
    };
    return [{ key: `account ${id} ${account.version} ${above}`, sentence, repair }];
  });
}

/** Regardless of the version, because domains receives only changes: operator rights are compared. */
function differs(account: AccountRow, copy: CopyRow | undefined, service: string): boolean {
  if (!copy) return service !== 'domains' || account.operator;
  return Object.entries(copy.details).some(
    ([key, value]) => !isDeepStrictEqual(account[key as keyof AccountRow] ?? null, value ?? null),
  );
}

function lost(id: string, holders: string[], copies: Snapshot['copies']): Finding {
  const person = copies.notifications.get(id)?.details;
  const who = person && 'email' in person ? ` (${person.name}, ${person.email})` : '';
  return {
    key: `lost account ${id}`,
    sentence: `Account ${id}${who} is known to ${holders.join(', ')} and not to identity: it was registered after the backup and is lost. Write to its owner; its loans and balance stay under its id.`,
  };
}
