/** Writes listings and their domains directly into the databases: the same data for product and references. */

import { randomBytes } from 'node:crypto';
import { listSearchWords } from '@nameloan/lending/listing/search-words';
import { Long, MongoClient } from 'mongodb';

const listingCount = 10_000;
const batchSize = 1000;
const transferFeeCents = 1200;
const suffixes = ['com', 'net', 'org', 'io', 'dev'];

/** Both are given the listing's number. */
interface SeedOptions {
  /** Whether the domain is written too; large benchmarks read only few of them. */
  hasDomain?: (number: number) => boolean;
  ownerOf?: (number: number) => string;
}

const syntheticOwner = (number: number) => `bench-account-${number % 100}`;

export async function seedListings(
  mongoUrl: string,
  count = listingCount,
  { hasDomain = () => true, ownerOf = syntheticOwner }: SeedOptions = {},
): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const domains = client.db('nameloan_domains').collection<{ _id: string }>('domains');
    const listings = client.db('nameloan_lending').collection<{ _id: string }>('listings');
    for (let start = 0; start < count; start += batchSize) {
      const size = Math.min(batchSize, count - start);
      const numbers = Array.from({ length: size }, (_, index) => start + index);
      const listed = numbers.filter(hasDomain);
      const withOwner = (number: number) => ({ number, ownerId: ownerOf(number) });
      if (listed.length > 0) await domains.insertMany(listed.map(withOwner).map(makeDomain));
      await listings.insertMany(numbers.map(withOwner).map(makeListing));
    }
    await raiseOpenCount(client, count);
  } finally {
    await client.close();
  }
}

/** Adds the listings to the stored count of open listings, in one shard. */
async function raiseOpenCount(client: MongoClient, count: number): Promise<void> {
  const counts = client.db('nameloan_lending').collection<{ _id: string }>('open_counts');
  await counts.updateOne({ _id: 'open-0' }, { $inc: { count, version: 1 } }, { upsert: true });
}

const domainIdOf = (number: number) => `bench-domain-${String(number).padStart(6, '0')}`;
const domainNameOf = (number: number) => `example-${number}.${suffixes[number % suffixes.length]}`;
const createdAt = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000);
const cents = (amount: number) => Long.fromNumber(amount);

interface OwnedNumber {
  number: number;
  ownerId: string;
}

function makeDomain({ number, ownerId }: OwnedNumber) {
  const mid = 100_000 + number * 10;
  return {
    _id: domainIdOf(number),
    version: 1,
    accountId: ownerId,
    name: domainNameOf(number),
    unicodeName: domainNameOf(number),
    suffix: suffixes[number % suffixes.length],
    status: 'EXTERNAL_VERIFIED',
    active: true,
    endedAt: null,
    endReason: null,
    createdAt: createdAt(number),
    titleName: domainNameOf(number),
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

function makeListing({ number, ownerId }: OwnedNumber) {
  return {
    _id: `bench-listing-${String(number).padStart(6, '0')}`,
    version: 1,
    status: 'OPEN',
    domainId: domainIdOf(number),
    domainName: domainNameOf(number),
    unicodeName: domainNameOf(number),
    suffix: suffixes[number % suffixes.length],
    words: listSearchWords({ domainName: domainNameOf(number), unicodeName: domainNameOf(number) }),
    labelLength: domainNameOf(number).indexOf('.'),
    borrowerId: ownerId,
    amountCents: cents(100_000 + (number % 500) * 1000),
    termDays: 30 + (number % 300),
    rateBps: 500 + (number % 2000),
    midCents: cents(100_000 + number * 10),
    ltvBps: Math.ceil(((100_000 + (number % 500) * 1000) * 10_000) / (100_000 + number * 10)),
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
