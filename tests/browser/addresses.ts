/** Addresses of every path of the app, with the objects of the demo's borrower and lender Ada. */

import { Person } from '@nameloan/driver/person';
import { paths } from '@nameloan/web/app/paths';

export const demoAccount = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@demo.nameloan.example`,
  password: 'demo-password',
});

/** Addresses of existing objects for paths with parameters. */
export async function findAddresses(url: string): Promise<Record<string, string>> {
  const person = await new Person(url, demoAccount('Ada')).login();
  const { listings } = await person.get('/listings?limit=1');
  const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 1 });
  const escrow = await person.get(`/escrow/${escrows[0].id}`);
  const { domains } = await person.get('/domains?limit=1');
  return {
    '/listings/:id': `/listings/${listings[0].id}`,
    '/contracts/:token': new URL(escrow.borrower_contract_url).pathname,
    '/app/connected/:id': `/app/connected/${domains[0].id}?error=access_denied`,
    '/app/escrow/:id': `/app/escrow/${escrow.id}`,
  };
}

/** The path without its optional segments. */
const withoutOptionalSegments = (path: string) =>
  path.replace(/\/:\w+\?/g, '').replace('/:page', '/1');

export const isAppPath = (path: string): boolean => /^\/app(\/|$)/.test(path);

/** `addresses` come from `findAddresses`. */
export const addressOfPath = (path: string, addresses: Record<string, string>): string =>
  addresses[path] ?? withoutOptionalSegments(path);

export const publicPaths: readonly string[] = paths.filter((path) => !isAppPath(path));
export const appPaths: readonly string[] = paths.filter(isAppPath);
