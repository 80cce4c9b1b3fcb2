/**
 * The lower bound: a page of listings with the same three database commands and JSON.stringify on node:http, without
 * validation, limits, errors or mapping of fields.
 */

import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';

const [, , mongoUrl = ''] = process.argv;
const client = await new MongoClient(mongoUrl).connect();
// biome-ignore lint/suspicious/noExplicitAny: documents are passed through unchanged
type Row = any;
const listings = client.db('nameloan_lending').collection<Row>('listings');
const domains = client.db('nameloan_domains').collection<Row>('domains');
const counts = client.db('nameloan_lending').collection<Row>('open_counts');
const sumCounts = (shares: Row[]) => shares.reduce((total, one) => total + one.count, 0);
const appraisal = { appraisal: 1 };
const open = { status: 'OPEN' };

const server = createServer(async (request, response) => {
  const pageNumber = Number(/page=(\d+)/.exec(request.url ?? '')?.[1] ?? 1);
  const sort = { createdAt: -1, _id: -1 } as const;
  const [rows, shares] = await Promise.all([
    listings.find(open, { sort, skip: (pageNumber - 1) * 12, limit: 12 }).toArray(),
    // The total from the product's stored counts: counting ten thousand would be most of the work.
    counts.find({}).toArray(),
  ]);
  const ids = { _id: { $in: rows.map((one) => one.domainId) } };
  const appraised = await domains.find(ids, { projection: appraisal }).toArray();
  const byId = new Map(appraised.map((one) => [one._id, one.appraisal]));
  const page = rows.map((one) => ({ ...one, appraisal: byId.get(one.domainId) }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ listings: page, total: sumCounts(shares) }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
