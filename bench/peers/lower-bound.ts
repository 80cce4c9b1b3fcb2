/**
 * The floor: a page of listings with the same three database commands and JSON.stringify on node:http, and nothing else.
 * No checks, no limits, no codes, no names of units.
 */

import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';

const [, , mongoUrl = ''] = process.argv;
const client = await new MongoClient(mongoUrl).connect();
// biome-ignore lint/suspicious/noExplicitAny: what is there is handed out
type Row = any;
const listings = client.db('nameloan_lending').collection<Row>('listings');
const domains = client.db('nameloan_domains').collection<Row>('domains');
const counts = client.db('nameloan_lending').collection<Row>('open_counts');
const sum = (shares: Row[]) => shares.reduce((total, one) => total + one.count, 0);
const appraisal = { appraisal: 1 };
const open = { status: 'OPEN' };

const server = createServer(async (request, response) => {
  const page = Number(/page=(\d+)/.exec(request.url ?? '')?.[1] ?? 1);
  const sort = { createdAt: -1, _id: -1 } as const;
  const [found, shares] = await Promise.all([
    listings.find(open, { sort, skip: (page - 1) * 12, limit: 12 }).toArray(),
    // The total as the product keeps it: counting ten thousand would be most of the work.
    counts.find({}).toArray(),
  ]);
  const ids = { _id: { $in: found.map((one) => one.domainId) } };
  const theirs = await domains.find(ids, { projection: appraisal }).toArray();
  const byId = new Map(theirs.map((one) => [one._id, one.appraisal]));
  const shown = found.map((one) => ({ ...one, appraisal: byId.get(one.domainId) }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ listings: shown, total: sum(shares) }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
