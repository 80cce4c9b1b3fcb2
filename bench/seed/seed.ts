/** Listings with their domains, written straight into the stores: the same data for product and reference. */

import { randomBytes } from 'node:crypto';
import { listSearchWords } from '@nameloan/lending/listing/search-words';
import { Long, MongoClient } from 'mongodb';

const listingCount = 10_000;
const batch = 1000;
const transferFeeCents = 1200;
const suffixes = ['com', 'net', 'org', 'io', 'dev'];

/** By the listing's number. */
interface Spread {
  /** Whose domains are there too, for benches that ask for few of many. */
  hasDomain?: (number: number) => boolean;
  ownerOf?: (number: number) => string;
}

const oneOfAHundred = (number: number) => `bench-account-${number % 100}`;

export async function seedListings(
  mongoUrl: string,
  count = listingCount,
  { hasDomain = () => true, ownerOf = oneOfAHundred }: Spread = {},
): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const domains = client.db('nameloan_domains').collection<{ _id: string }>('domains');
    const listings = client.db('nameloan_lending').collection<{ _id: string }>('listings');
    for (let start = 0; start < count; start += batch) {
      const size = Math.min(batch, count - start);
      const numbers = Array.from({ length: size }, (_, index) => start + index);
      const listed = numbers.filter(hasDomain);
      const owned = (number: number) => ({ number, ownerId: ownerOf(number) });
      if (listed.length > 0) await domains.insertMany(listed.map(owned).map(makeDomain));
      await listings.insertMany(numbers.map(owned).map(makeListing));
    }
    await keepCount(client, count);
  } finally {
    await client.close();
  }
}

/** As opening them would have counted: all in one shard, added to the present count. */
async function keepCount(client: MongoClient, count: number): Promise<void> {
  const counts = client.db('nameloan_lending').collection<{ _id: string }>('open_counts');
  await counts.updateOne({ _id: 'open-0' }, { $inc: { count, version: 1 } }, { upsert: true });
}

const domainId = (number: number) => `bench-domain-${String(number).padStart(6, '0')}`;
const nameOf = (number: number) => `example-${number}.${suffixes[number % suffixes.length]}`;
const createdAt = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000);
const cents = (amount: number) => Long.fromNumber(amount);

interface Owned {
  number: number;
  ownerId: string;
}

function makeDomain({ number, ownerId }: Owned) {
  const mid = 100_000 + number * 10;
  return {
    _id: domainId(number),
    version: 1,
    accountId: ownerId,
    name: nameOf(number),
    unicodeName: nameOf(number),
    suffix: suffixes[number % suffixes.length],
    status: 'EXTERNAL_VERIFIED',
    active: true,
    endedAt: null,
    endReason: null,
    createdAt: createdAt(number),
    titleName: nameOf(number),
    verificationRecord: `nameloan-verification=${randomBytes(16).toString('hex')}`,
    verificationAttempts: [],
    checkingSince: null,
    nextCheckAt: null,
    appraisal: {
      lowCents: cents(mid / 2),
      midCents: cents(mid),
      highCents: cents(mid * 2),
      factors: [{ name: 'length', text: 'An example' }],
      appraisedAt: createdAt(number),
    },
    pendingTransfer: 'NONE',
    transferIn: null,
    transferOut: null,
    transferOutAvailableAt: null,
    expiresAt: null,
    nameservers: [],
    nameserverChange: null,
    renewal: null,
    reservation: null,
    charged: null,
    listingIds: [`bench-listing-${number}`],
  };
}

function makeListing({ number, ownerId }: Owned) {
  return {
    _id: `bench-listing-${String(number).padStart(6, '0')}`,
    version: 1,
    status: 'OPEN',
    domainId: domainId(number),
    domainName: nameOf(number),
    unicodeName: nameOf(number),
    suffix: suffixes[number % suffixes.length],
    words: listSearchWords({ domainName: nameOf(number), unicodeName: nameOf(number) }),
    labelLength: nameOf(number).indexOf('.'),
    borrowerId: ownerId,
    amountCents: cents(100_000 + (number % 500) * 1000),
    termDays: 30 + (number % 300),
    rateBps: 500 + (number % 2000),
    midCents: cents(100_000 + number * 10),
    transferFeeCents: cents(transferFeeCents),
    businessStatement: null,
    maxYears: 10,
    createdAt: createdAt(number),
    domainVersion: 1,
    offersMade: 0,
    closedAt: null,
    closeReason: null,
  };
}
