/**
 * Reference: chat, a loan's stored record and the dashboard's totals as hand-written Express and mongoose endpoints. Reads
 * one line of JSON, { mongoUrl, keys }, with keys as JWK. It omits business rules, such as the actions a party may take.
 */

import { createPublicKey } from 'node:crypto';
import { text } from 'node:stream/consumers';
import express from 'express';
import jsonwebtoken from 'jsonwebtoken';
import mongoose from 'mongoose';

const { mongoUrl, keys } = JSON.parse(await text(process.stdin));
const lending = await mongoose
  .createConnection(mongoUrl, { dbName: 'nameloan_lending', autoIndex: false })
  .asPromise();
const anyFields = new mongoose.Schema({ _id: String }, { strict: false });
const escrows = lending.model('escrow', anyFields, 'escrows');
const messages = lending.model('message', anyFields, 'messages');
const offers = lending.model('offer', anyFields, 'offers');
// biome-ignore lint/suspicious/noExplicitAny: typical hand-written endpoints are untyped
type Row = any;
const publicKeys = new Map<string, ReturnType<typeof createPublicKey>>(
  keys.map((key: Row) => [key.kid, createPublicKey({ key, format: 'jwk' })]),
);

function verifyToken(request: express.Request): string {
  const token = String(request.headers['x-access-token']);
  const kid = jsonwebtoken.decode(token, { complete: true })?.header.kid ?? '';
  const key = publicKeys.get(kid);
  if (!key) throw new Error('unknown key');
  return String(jsonwebtoken.verify(token, key, { algorithms: ['ES256'] }).sub);
}

async function readLoan(request: express.Request): Promise<Row> {
  const accountId = verifyToken(request);
  const loan = await escrows.findById(request.params.id).lean<Row>();
  if (loan?.borrowerId !== accountId && loan?.lenderId !== accountId) throw new Error('no loan');
  return loan;
}

const app = express();
app.get('/api/escrow/:id', async (request, response) => {
  const { _id, amountCents, ...loan } = await readLoan(request);
  response.json({ id: _id, amount: Number(amountCents) / 100, ...loan });
});
app.get('/api/escrow/:id/messages', async (request, response) => {
  const { _id: escrowId } = await readLoan(request);
  const limit = Number(request.query.limit ?? 50);
  const newestFirst = await messages
    .find({ escrowId })
    .sort({ place: -1 })
    .limit(limit)
    .lean<Row[]>();
  const page = newestFirst.reverse().map((one) => ({
    id: one._id,
    sender: one.senderId,
    name: one.name,
    message: one.message,
    created_at: one.createdAt.toISOString(),
  }));
  response.json({ messages: page });
});
app.post('/graphql', async (request, response) => {
  const accountId = verifyToken(request);
  const roles = ['borrowerId', 'lenderId'] as const;
  const pending = { status: 'PENDING', expiresAt: { $gt: new Date() } };
  const group = { _id: '$status', count: { $sum: 1 }, amount: { $sum: '$amountCents' } };
  const [borrowing, lent, received, sent] = await Promise.all([
    ...roles.map((role) =>
      escrows.aggregate([{ $match: { [role]: accountId } }, { $group: group }]),
    ),
    ...roles.map((role) => offers.countDocuments({ [role]: accountId, ...pending })),
  ]);
  const dashboard = { borrowing, lending: lent, offersReceived: received, offersSent: sent };
  response.json({ data: { dashboard } });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
