/** Where the demo accounts are paid: numbers of published examples, to which no one can pay. */

import type { Person } from '@nameloan/driver/person';
import type { AccountName } from './accounts.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

interface DemoPayee {
  kind: string;
  label: string;
  fields: Record<string, unknown>;
}

const bankAccounts: Record<AccountName, DemoPayee> = {
  ada: {
    kind: 'UK_BANK',
    label: 'Current account',
    fields: { sortCode: '601613', account: '31926819' },
  },
  lin: {
    kind: 'US_BANK',
    label: 'Checking account',
    fields: { routing: '021000021', account: '000123456789', accountType: 'checking', wire: true },
  },
  noor: { kind: 'IBAN', label: 'Girokonto', fields: { iban: 'AT611904300234573201' } },
  theo: { kind: 'IBAN', label: 'Lönekonto', fields: { iban: 'SE4550000000058398257466' } },
  opal: { kind: 'IBAN', label: 'Current account', fields: { iban: 'GB29NWBK60161331926819' } },
};

/** The example addresses of EIP-55. */
const addresses: Record<AccountName, string> = {
  ada: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  lin: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  noor: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  theo: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  opal: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
};

const wallet = (account: AccountName): DemoPayee => ({
  kind: 'EVM',
  label: 'Wallet',
  fields: { chainId: 8453, address: addresses[account], token: 'USDC' },
});

/** Of accounts, so that the loans of a day, which run concurrently, add each payee once. */
const added = new WeakMap<Person, Map<string, Promise<string>>>();

/** The id of the account's payee of this form, which is added once. */
export function ensurePayee(
  person: Person,
  account: AccountName,
  inCryptocurrency: boolean,
): Promise<string> {
  const wanted = inCryptocurrency ? wallet(account) : bankAccounts[account];
  const ofPerson = added.get(person) ?? new Map<string, Promise<string>>();
  added.set(person, ofPerson);
  const id = ofPerson.get(wanted.kind) ?? findOrAdd(person, wanted);
  ofPerson.set(wanted.kind, id);
  return id;
}

async function findOrAdd(person: Person, wanted: DemoPayee): Promise<string> {
  const { payees }: { payees: RestObject[] } = await person.get('/users/payees');
  const known = payees.find(({ kind }) => kind === wanted.kind);
  const payee = known ?? (await person.post('/users/payees', { ...wanted, holder: person.name }));
  return payee.id;
}
