/** Every page of the app with the demo data: its name, its reader and its address. */

import { Person } from '@nameloan/driver/person';

export type Reader = 'visitor' | 'ada' | 'opal' | 'newcomer';

export interface DemoPage {
  /** Name in screenshots and reports; must stay stable. */
  name: string;
  reader: Reader;
  address: string;
}

/** The pages whose speed is measured. */
export const measuredPages = [
  'landing',
  'listings',
  'login',
  'listing',
  'dashboard',
  'my-domains',
  'loan-active',
];

export interface DemoPages {
  pages: DemoPage[];
  /** Tokens by reader; a visitor has none. */
  readers: Partial<Record<Reader, Person>>;
}

const logIn = (url: string, who: string) =>
  new Person(url, {
    name: who,
    email: `${who}@demo.nameloan.example`,
    password: 'demo-password',
  }).login();

/** An account without data, the same one in each run. */
async function logInNewcomer(url: string): Promise<Person> {
  const person = new Person(url, {
    name: 'Nia Newcomer',
    email: 'nia@newcomer.example',
    password: 'the-first-password',
  });
  const { status } = await person.call('POST', '/users/login', {
    email: person.email,
    password: person.password,
  });
  return status === 200 ? person.login() : person.register();
}

async function findLoans(ada: Person): Promise<(domain: string) => string> {
  const lists = await Promise.all(
    ['borrower', 'lender'].map((role) => ada.post(`/escrow/${role}`, { page: 1, limit: 20 })),
  );
  const loans: { id: string; domain: string }[] = lists.flatMap(({ escrows }) => escrows);
  return (domain) => {
    const loan = loans.find((one) => one.domain === domain);
    if (!loan) throw new Error(`the demo has no loan on ${domain}`);
    return loan.id;
  };
}

async function publicPages(ada: Person, signing: string): Promise<DemoPage[]> {
  const { listings } = await ada.get('/listings?limit=1');
  const { borrower_contract_url: contract } = await ada.get(`/escrow/${signing}`);
  const addresses = {
    landing: '/',
    listings: '/domains',
    listing: `/listings/${listings[0].id}`,
    login: '/login',
    register: '/register',
    'reset-password': '/reset-password#token=anything',
    contract: new URL(contract).pathname,
    'verify-contract': '/verify-contract',
    'legal-request': '/legal-request',
    'not-found': '/no/such-page',
  };
  return Object.entries(addresses).map(([name, address]) => ({ name, reader: 'visitor', address }));
}

export async function findDemoPages(url: string): Promise<DemoPages> {
  const [ada, opal, nia] = await Promise.all([
    logIn(url, 'ada'),
    logIn(url, 'opal'),
    logInNewcomer(url),
  ]);
  const loanOn = await findLoans(ada);
  const adaAddresses = {
    dashboard: '/app',
    'my-domains': '/app/my-domains',
    borrow: '/app/borrow',
    lend: '/app/lend',
    'app-listings': '/app/listings',
    transactions: '/app/transactions',
    'add-balance': '/app/add-balance',
    settings: '/app/settings',
    'loan-signing': `/app/escrow/${loanOn('harborline.com')}`,
    'loan-active': `/app/escrow/${loanOn('sail.net')}`,
    'loan-disputed': `/app/escrow/${loanOn('brightwater.com')}`,
    'loan-repaid': `/app/escrow/${loanOn('northfold.com')}`,
  };
  const signedIn: DemoPage[] = Object.entries(adaAddresses).map(([name, address]) => ({
    name,
    reader: 'ada',
    address,
  }));
  const others: DemoPage[] = [
    { name: 'disputes', reader: 'opal', address: '/app/disputes' },
    { name: 'dashboard-empty', reader: 'newcomer', address: '/app' },
    { name: 'my-domains-empty', reader: 'newcomer', address: '/app/my-domains' },
    { name: 'transactions-empty', reader: 'newcomer', address: '/app/transactions' },
    { name: 'settings-new', reader: 'newcomer', address: '/app/settings' },
  ];
  return {
    pages: [...(await publicPages(ada, loanOn('harborline.com'))), ...signedIn, ...others],
    readers: { ada, opal, newcomer: nia },
  };
}
