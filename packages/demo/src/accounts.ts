/** Who lives in the demo data: two people to sign in as, their counterparties, and an operator. */

import { ApiCallError, Person } from '@nameloan/driver/person';
import { drawAvatar } from './portrait.ts';

export type AccountName = 'ada' | 'lin' | 'noor' | 'theo' | 'opal';

interface Figure {
  name: string;
  /** For the list of accounts. */
  about: string;
  address: { address1: string; city: string; zip: string; country: string };
  /** 0: bank transfer, 1: cryptocurrency. */
  contract?: 0 | 1;
  portrait?: true;
}

export const cast: Record<AccountName, Figure> = {
  ada: {
    name: 'Ada Merritt',
    about: 'borrows on her names, and lends; a loan in nearly every state waits for her',
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
    about: 'lists names, in dispute with Noor',
    address: { address1: 'Bergsgatan 31', city: 'Malmö', zip: '211 54', country: 'SE' },
  },
  opal: {
    name: 'Opal Reyes',
    about: 'operator: settles disputes and payment exceptions',
    address: { address1: '5 Fleet Lane', city: 'London', zip: 'EC4M 7AA', country: 'GB' },
  },
};

export const accountNames = Object.keys(cast) as AccountName[];

export const emailOf = (who: AccountName): string => `${who}@demo.nameloan.example`;

export type Accounts = Record<AccountName, Person>;

/** Everybody, signed in; who is not there yet is registered. */
export async function logInAll(
  url: string,
  passwordOf: (who: AccountName) => string,
): Promise<Accounts> {
  const pairs = await Promise.all(
    accountNames.map(async (who) => {
      const { name } = cast[who];
      const known = { name, email: emailOf(who), password: passwordOf(who) };
      return [who, await signIn(new Person(url, known))];
    }),
  );
  return Object.fromEntries(pairs);
}

async function signIn(person: Person): Promise<Person> {
  try {
    return await person.register();
  } catch (error) {
    if (error instanceof ApiCallError && error.answer.status === 409) return person.login();
    throw error;
  }
}

/** Where they live, how they lend, and Ada's picture. */
export async function registerAll(people: Accounts): Promise<void> {
  await Promise.all(
    accountNames.map((who) => {
      const { address, contract = 0, portrait } = cast[who];
      const pfp = portrait ? { pfp: drawAvatar(who) } : {};
      return people[who].post('/users/profile', { ...address, contract, ...pfp });
    }),
  );
}
