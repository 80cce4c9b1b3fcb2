/**
 * Reference: the list of an account's domains as a hand-written Express and mongoose endpoint that verifies the access
 * token. Reads one line of JSON, { mongoUrl, keys }, with keys as JWK.
 */

import { createPublicKey } from 'node:crypto';
import { text } from 'node:stream/consumers';
import express from 'express';
import jsonwebtoken from 'jsonwebtoken';
import mongoose from 'mongoose';

const { mongoUrl, keys } = JSON.parse(await text(process.stdin));
const connect = (dbName: string) =>
  mongoose.createConnection(mongoUrl, { dbName, autoIndex: false }).asPromise();
const anyFields = new mongoose.Schema({ _id: String }, { strict: false });
const [domainsDb, lendingDb] = [
  await connect('nameloan_domains'),
  await connect('nameloan_lending'),
];
const domains = domainsDb.model('domain', anyFields, 'domains');
const listings = lendingDb.model('listing', anyFields, 'listings');
const offers = lendingDb.model('offer', anyFields, 'offers');
// biome-ignore lint/suspicious/noExplicitAny: typical hand-written endpoints are untyped
type Row = any;
const publicKeys = new Map<string, ReturnType<typeof createPublicKey>>(
  keys.map((key: Row) => [key.kid, createPublicKey({ key, format: 'jwk' })]),
);
const transferFee = 12;

const toDollars = (cents: Row) => (cents == null ? null : Number(cents) / 100);

function serializeDomain(domain: Row, listing: Row, pending: number) {
  const { appraisal } = domain;
  return {
    id: domain._id,
    domain: domain.name,
    domain_unicode: domain.unicodeName,
    status: domain.status,
    estimated_value: toDollars(appraisal?.midCents),
    verification_record: domain.verificationRecord,
    verification_hosts: [`_nameloan-challenge.${domain.name}`, domain.name],
    next_check_at: domain.nextCheckAt,
    pending_transfer: domain.pendingTransfer !== 'NONE',
    pending_transfer_direction: domain.pendingTransfer,
    transfer_out_available_at: domain.transferOutAvailableAt,
    expires_at: domain.expiresAt,
    nameservers: domain.status === 'CUSTODY_PAID' ? domain.nameservers : null,
    transfer_fee: transferFee,
    renewal_fee: transferFee,
    tld_supported: true,
    created_at: domain.createdAt.toISOString(),
    listed: listing !== undefined,
    offers: pending,
    listing: listing && {
      id: listing._id,
      desired_loan_amount: toDollars(listing.amountCents),
      desired_term: listing.termDays,
      desired_apy: listing.rateBps / 100,
    },
  };
}

function verifyToken(token: string): string {
  const kid = jsonwebtoken.decode(token, { complete: true })?.header.kid ?? '';
  const key = publicKeys.get(kid);
  if (!key) throw new Error('unknown key');
  return String(jsonwebtoken.verify(token, key, { algorithms: ['ES256'] }).sub);
}

const app = express();
app.get('/api/domains', async (request, response) => {
  const accountId = verifyToken(String(request.headers['x-access-token']));
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 7);
  const filter = { accountId, active: true };
  const [rows, total] = await Promise.all([
    domains
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<Row[]>(),
    domains.countDocuments(filter),
  ]);
  const ids = { $in: rows.map((one) => one._id) };
  const [listed, pending] = await Promise.all([
    listings.find({ domainId: ids, status: 'OPEN' }).lean<Row[]>(),
    offers.find({ domainId: ids, borrowerId: accountId, status: 'PENDING' }).lean<Row[]>(),
  ]);
  const listingOf = new Map(listed.map((one) => [one.domainId, one]));
  const counts = Map.groupBy(pending, (one) => one.domainId);
  response.json({
    domains: rows.map((one) =>
      serializeDomain(one, listingOf.get(one._id), counts.get(one._id)?.length ?? 0),
    ),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
