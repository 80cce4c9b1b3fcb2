/** Compares identity's accounts with the copies of the other services. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Finding } from './finding.ts';
import type { AccountRow, CopyRow, Snapshot } from './snapshot.ts';
import { copyingServices } from './snapshot.ts';

export function compareAccounts({ accounts, copies }: Snapshot): Finding[] {
  const ids = new Set([
    ...accounts.keys(),
    ...copyingServices.flatMap((service) => [...copies[service].keys()]),
  ]);
  ids.delete(platformAccountId);
  return [...ids].flatMap((id) => {
    const account = accounts.get(id);
    const holders = copyingServices.filter((service) => copies[service].has(id));
    if (!account) return [reportLost(id, holders, copies)];
    const shared = account.sharesAddress ? [reportShared(account)] : [];
    const versions = holders.map((service) => copies[service].get(id)?.accountVersion ?? 0);
    const latest = Math.max(0, ...versions);
    const outdated = copyingServices.filter((service) =>
      differs(account, copies[service].get(id), service),
    );
    if (latest <= account.version && outdated.length === 0) return shared;
    const sentence =
      latest > account.version
        ? `Account ${id} has version ${account.version} in identity, but other services know version ${latest}: its changes since the backup are lost, and its owner should check the profile.`
        : `Account ${id} differs between identity and ${outdated.join(', ')}.`;
    const repair = {
      service: 'identity',
      name: 'republish-account',
      input: { accountId: id, above: latest },
    };
    return [{ key: `account ${id} ${account.version} ${latest}`, sentence, repair }, ...shared];
  });
}

/** Regardless of the version, because domains receives only changes: operator rights are compared. */
function differs(account: AccountRow, copy: CopyRow | undefined, service: string): boolean {
  if (!copy) return service !== 'domains' || account.operator;
  return Object.entries(copy.details).some(
    ([key, value]) => !isDeepStrictEqual(account[key as keyof AccountRow] ?? null, value ?? null),
  );
}

function reportLost(id: string, holders: string[], copies: Snapshot['copies']): Finding {
  const person = copies.notifications.get(id)?.details;
  const contact = person && 'email' in person ? ` (${person.name}, ${person.email})` : '';
  return {
    key: `lost account ${id}`,
    sentence: `Account ${id}${contact} is known to ${holders.join(', ')} and not to identity: it was registered after the backup and is lost. Write to its owner; its loans and balance stay under its id.`,
  };
}

/** Earlier releases took spellings of one address, such as a domain and its Punycode, for two addresses. */
function reportShared({ id, name, email }: AccountRow): Finding {
  return {
    key: `shared address ${id}`,
    sentence: `Account ${id} (${name}, ${email}) has the e-mail address of an older account in another spelling. Each logs in with its own spelling. Ask the owner which account to keep.`,
  };
}
