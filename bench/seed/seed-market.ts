/** A market of a chosen size: listings with their domains, loans with their chats, and two accounts that own some. */

import { Person } from '@nameloan/driver/person';
import { seedListings } from './seed.ts';
import { seedLoans } from './seed-loans.ts';

/** `talk`: messages of the one loan between the two; `messages` are those of all others together. */
export const many = { listings: 1_000_000, loans: 100_000, messages: 1_000_000, talk: 10_000 };
export type Sizes = typeof many;

/** How many one person has is not what grows. */
const ownDomains = 200;
/** Pages near the newest and oldest listing and in the middle are read; their domains exist. */
const edge = 20_000;
export const password = 'a long enough secret';
export const borrowerEmail = 'bea@bench.example';

/** Of each kind the `part`th part. */
export const sizesOf = (part: number): Sizes => ({
  listings: Math.ceil(many.listings / part),
  loans: Math.ceil(many.loans / part),
  messages: Math.ceil(many.messages / part),
  talk: Math.ceil(many.talk / part),
});

/** Into a product that runs and whose market is empty. Resolves to the one who borrows, signed in. */
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
  const [borrowerId, lenderId] = await Promise.all([borrower, lender].map(idOf));
  if (!borrowerId || !lenderId) throw new Error('no user is signed in');
  const near = (number: number) => Math.abs(number - listings / 2) < edge / 2;
  await seedListings(mongo, listings, {
    hasDomain: (number) => number < edge || number >= listings - edge || near(number),
    ownerOf: (number) =>
      number < ownDomains ? borrowerId : `bench-account-${number % Math.ceil(listings / 100)}`,
  });
  await seedLoans(mongo, { borrowerId, lenderId }, counts);
  return borrower;
}

async function idOf(person: Person): Promise<string> {
  return (await person.get('/users/self')).id;
}
