/** The demo accounts: two to sign in with, their counterparties, and an operator. */

import { ApiCallError, Person } from '@nameloan/driver/person';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { verifyAddress } from '@nameloan/driver/verify-address';
import { drawAvatar } from './portrait.ts';

export type AccountName = 'ada' | 'lin' | 'noor' | 'theo' | 'opal';

interface AccountProfile {
  name: string;
  /** Printed in the list of accounts. */
  about: string;
  address: { address1: string; city: string; zip: string; country: string };
  /** 0: bank transfer, 1: cryptocurrency. */
  contract?: 0 | 1;
  portrait?: true;
}

export const profiles: Record<AccountName, AccountProfile> = {
  ada: {
    name: 'Ada Merritt',
    about: 'borrows on her names, and lends; has a loan in nearly every state',
    address: { address1: '18 Harbour Row', city: 'Bristol', zip: 'BS1 4RN', country: 'GB' },
    portrait: true,
  },
  lin: {
    name: 'Lin Okafor',
    about: 'lends, and borrows on a few names; the other side of most of Ada’s loans',
    address: { address1: '402 Alder Street', city: 'Portland', zip: '97205', country: 'US' },
  },
  noor: {
    name: 'Noor Haddad',
    about: 'lists names, lends to Ada and Theo',
    address: { address1: 'Lindengasse 7', city: 'Wien', zip: '1070', country: 'AT' },
    contract: 1,
  },
  theo: {
    name: 'Theo Lindqvist',
    about: 'lists names, has a dispute with Noor',
    address: { address1: 'Bergsgatan 31', city: 'Malmö', zip: '211 54', country: 'SE' },
  },
  opal: {
    name: 'Opal Reyes',
    about: 'operator: settles disputes and payment exceptions',
    address: { address1: '5 Fleet Lane', city: 'London', zip: 'EC4M 7AA', country: 'GB' },
  },
};

export const accountNames = Object.keys(profiles) as AccountName[];

export const emailOf = (account: AccountName): string => `${account}@demo.nameloan.example`;

export type Accounts = Record<AccountName, Person>;

/** Signs in with every account; registers those that don't exist, and verifies their addresses. */
export async function signInAll(
  { url, sandbox }: { url: string; sandbox: SandboxClient },
  passwordOf: (account: AccountName) => string,
): Promise<Accounts> {
  const pairs = await Promise.all(
    accountNames.map(async (account) => {
      const { name } = profiles[account];
      const credentials = { name, email: emailOf(account), password: passwordOf(account) };
      const person = await signIn(new Person(url, credentials));
      return [account, await verifyAddress(person, sandbox)];
    }),
  );
  return Object.fromEntries(pairs);
}

async function signIn(person: Person): Promise<Person> {
  try {
    return await person.register();
  } catch (error) {
    if (error instanceof ApiCallError && error.response.status === 409) return person.login();
    throw error;
  }
}

/** Saves each account's address, contract kind and picture. */
export async function saveProfiles(accounts: Accounts): Promise<void> {
  await Promise.all(
    accountNames.map((account) => {
      const { address, contract = 0, portrait } = profiles[account];
      const pfp = portrait ? { pfp: drawAvatar(account) } : {};
      return accounts[account].post('/users/profile', { ...address, contract, ...pfp });
    }),
  );
}
