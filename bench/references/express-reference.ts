/**
 * Reference: the same page of listings as a hand-written Express and mongoose endpoint, in a separate process.
 * `node express-reference.ts MONGO_URL [hydrated]`: with lean documents, as performance-conscious code uses, or hydrated
 * ones, as the first pages of mongoose's manual do. The total is counted for each request, so it is as fresh as the product's.
 */

import express from 'express';
import mongoose from 'mongoose';

const [, , mongoUrl = '', documents] = process.argv;
const options = { lean: documents !== 'hydrated' };
const connect = (dbName: string) =>
  mongoose.createConnection(mongoUrl, { dbName, autoIndex: false }).asPromise();
const listing = {
  _id: String,
  status: String,
  domainId: String,
  domainName: String,
  unicodeName: String,
  amountCents: Number,
  termDays: Number,
  rateBps: Number,
  transferFeeCents: Number,
  createdAt: Date,
};
const appraisal = { lowCents: Number, midCents: Number, highCents: Number, appraisedAt: Date };
// biome-ignore lint/suspicious/noExplicitAny: typical hand-written endpoints are untyped
const schemaOf = (fields: any) => new mongoose.Schema(fields, { strict: false });
const lending = (await connect('nameloan_lending')).model('listing', schemaOf(listing), 'listings');
const domains = (await connect('nameloan_domains')).model(
  'domain',
  schemaOf({ _id: String, appraisal }),
  'domains',
);

// biome-ignore lint/suspicious/noExplicitAny: typical hand-written endpoints are untyped
type Row = any;

function serializeListing(listing: Row, domain: Row) {
  const { amountCents, termDays, rateBps, transferFeeCents } = listing;
  const dailyRate = rateBps / 10_000 / 365;
  const repayment = Math.round(amountCents * (1 + dailyRate * termDays));
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
      repays: repayment / 100,
      interest: (repayment - amountCents) / 100,
      cost_over_term_percent: percent((1 + dailyRate) ** termDays - 1),
      apr_all_costs_percent: percent(((repayment - received) / received) * (365 / termDays)),
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

const app = express();
app.get('/api/listings', async (request, response) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 12);
  const filter = { status: 'OPEN' };
  const [rows, total] = await Promise.all([
    lending
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .setOptions(options),
    lending.countDocuments(filter),
  ]);
  const collaterals = await domains
    .find({ _id: { $in: rows.map((one: Row) => one.domainId) } })
    .setOptions(options);
  const byId = new Map(collaterals.map((one: Row) => [one._id, one]));
  response.json({
    listings: rows.map((one: Row) => serializeListing(one, byId.get(one.domainId))),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
