/** The reference: the same page of listings as a hand-written Express and mongoose endpoint, in a process of its own. */

import express from 'express';
import mongoose from 'mongoose';

const [, , mongoUrl = ''] = process.argv;
const open = (dbName: string) =>
  mongoose.createConnection(mongoUrl, { dbName, autoIndex: false }).asPromise();
const any = new mongoose.Schema({ _id: String }, { strict: false });
const lending = (await open('nameloan_lending')).model('listing', any, 'listings');
const domains = (await open('nameloan_domains')).model('domain', any, 'domains');

// biome-ignore lint/suspicious/noExplicitAny: the reference is written as such endpoints are
type Row = any;

function show(listing: Row, domain: Row) {
  const { amountCents, termDays, rateBps, transferFeeCents } = listing;
  const growth = (1 + rateBps / 10_000 / 365) ** termDays;
  const repays = Math.round(amountCents * growth);
  const received = amountCents - transferFeeCents;
  const percent = (value: number) => Math.round(value * 10_000) / 100;
  const { appraisal } = domain ?? {};
  return {
    id: listing._id,
    domain: listing.domainName,
    domain_unicode: listing.unicodeName,
    domain_id: listing.domainId,
    estimated_value: appraisal ? appraisal.midCents / 100 : null,
    desired_term: termDays,
    desired_loan_amount: amountCents / 100,
    desired_apy: rateBps / 100,
    disclosure: {
      receives: amountCents / 100,
      repays: repays / 100,
      interest: (repays - amountCents) / 100,
      cost_over_term_percent: percent(growth - 1),
      apr_all_costs_percent: percent(((repays - received) / received) * (365 / termDays)),
      term_days: termDays,
      due_on: new Date(Date.now() + termDays * 86_400_000).toISOString().slice(0, 10),
      security: `A security interest in the domain name ${listing.domainName}, held in escrow until the loan ends.`,
    },
    created_at: listing.createdAt.toISOString(),
    open: listing.status === 'OPEN',
    appraisal: appraisal && {
      low: appraisal.lowCents / 100,
      mid: appraisal.midCents / 100,
      high: appraisal.highCents / 100,
      appraised_at: appraisal.appraisedAt.toISOString(),
    },
  };
}

/** The total is as fresh as the product's own, so that counting does not decide the comparison. */
const totalLifeMs = 1000;
let counted = { at: 0, total: 0 };
async function countOpen(filter: Row): Promise<number> {
  if (Date.now() - counted.at > totalLifeMs) {
    counted = { at: Date.now(), total: await lending.countDocuments(filter) };
  }
  return counted.total;
}

const app = express();
app.get('/api/listings', async (request, response) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 12);
  const filter = { status: 'OPEN' };
  const [found, total] = await Promise.all([
    lending
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<Row[]>(),
    countOpen(filter),
  ]);
  const theirs = await domains
    .find({ _id: { $in: found.map((one) => one.domainId) } })
    .lean<Row[]>();
  const byId = new Map(theirs.map((one) => [one._id, one]));
  response.json({
    listings: found.map((one) => show(one, byId.get(one.domainId))),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
