/** Seeds a market of a given size: listings with domains, loans with chats, and two accounts that own some of them. */

import { Person } from '@nameloan/driver/person';
import { seedListings } from './seed.ts';
import { seedLoans } from './seed-loans.ts';

/** `chatMessages`: messages of the loan between the two accounts; `messages`: those of all other loans together. */
export const fullSizes = {
  listings: 1_000_000,
  loans: 100_000,
  messages: 1_000_000,
  chatMessages: 10_000,
};
export type Sizes = typeof fullSizes;

/** Constant, because the number of domains per account does not grow with the market. */
const ownDomains = 200;
/** Domains exist only for the pages that are read: the newest, the oldest and the middle ones. */
const listingsWithDomain = 20_000;
export const password = 'a long enough secret';
export const borrowerEmail = 'bea@bench.example';

/** All sizes divided by `divisor`. */
export const divideSizes = (divisor: number): Sizes => ({
  listings: Math.ceil(fullSizes.listings / divisor),
  loans: Math.ceil(fullSizes.loans / divisor),
  messages: Math.ceil(fullSizes.messages / divisor),
  chatMessages: Math.ceil(fullSizes.chatMessages / divisor),
});

/** Needs a running product with an empty market. Resolves to the signed-in borrower. */
export async function seedMarket(
  { url, mongo }: { url: string; mongo: string },
  { listings, ...counts }: Sizes,
): Promise<Person> {
  const register = (name: string, email: string) =>
    new Person(url, { name, email, password }).register();
  const [borrower, lender] = await Promise.all([
    register('Bea', borrowerEmail),
    register('Len', 'len@bench.example'),
  ]);
  const [borrowerId, lenderId] = await Promise.all([borrower, lender].map(readAccountId));
  if (!borrowerId || !lenderId) throw new Error('no user is signed in');
  const isInMiddle = (number: number) => Math.abs(number - listings / 2) < listingsWithDomain / 2;
  await seedListings(mongo, listings, {
    hasDomain: (number) =>
      number < listingsWithDomain || number >= listings - listingsWithDomain || isInMiddle(number),
    ownerOf: (number) =>
      number < ownDomains ? borrowerId : `bench-account-${number % Math.ceil(listings / 100)}`,
  });
  await seedLoans(mongo, { borrowerId, lenderId }, counts);
  return borrower;
}

async function readAccountId(person: Person): Promise<string> {
  return (await person.get('/users/self')).id;
}
