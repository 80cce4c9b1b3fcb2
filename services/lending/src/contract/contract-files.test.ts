/** The internal HTTP routes for contracts: the PDF to sign, the sealed PDF and its verification. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { serviceContext } from '../service-context.ts';
import { findSkipReason, readPdfText } from '../testing/contracts.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createDrawnUpLoan,
  createReceivedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';
import { contracts } from './contract.model.ts';
import { sealSignedContract } from './seal-contract.ts';

const day = 86_400_000;
let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const signedActor = (accountId: string | null = null) => ({
  [actorHeader]: signActor(testActor(accountId), testSecret),
});
const pdf = (token: string, headers: Record<string, string> = signedActor()) =>
  fetch(`${service.url}/contracts/${token}/pdf`, { headers });
const bytesOf = async (token: string, readerId: string | null = null) =>
  Buffer.from(await (await pdf(token, signedActor(readerId))).arrayBuffer());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
async function verify(body: Buffer | undefined, headers: Record<string, string> = signedActor()) {
  const answer = await fetch(`${service.url}/contracts/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const sealJob = (key: string) =>
  sealSignedContract({ kind: 'seal-contract', key, data: {}, attempt: 2, dueAt: new Date() });
async function bothSigned() {
  const drawn = await createDrawnUpLoan(service);
  const shown = await bytesOf(drawn.tokens.borrower);
  expectData(await sign(drawn.loan.borrower, drawn.tokens.borrower));
  expectData(await sign(drawn.loan.lender, drawn.tokens.lender, { name: 'Len Lender' }));
  // Concurrent with the service's own job, as after an expired lease.
  await Promise.all(Array.from({ length: 4 }, () => sealJob(drawn.loan.id)));
  await service.settle();
  return { ...drawn, shown };
}

test('both parties get the same uncached bytes, whose hash is on the contract', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const answer = await pdf(tokens.borrower);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const mine = Buffer.from(await answer.arrayBuffer());
  assert.equal(mine.subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(await bytesOf(tokens.lender), mine);
  assert.equal(sha256(mine), (await contracts.get(loan.id)).sha256);
});

test('the PDF needs a token and the gateway’s signature', async () => {
  const { tokens } = await createDrawnUpLoan(service);
  const unknown = await pdf('x'.repeat(43));
  assert.equal(unknown.status, 404);
  assert.equal(((await unknown.json()) as { code: string }).code, 'NOT_FOUND');
  assert.equal((await pdf(tokens.borrower, {})).status, 401);
  assert.equal((await pdf(tokens.borrower, { [actorHeader]: 'forged' })).status, 401);
});

test('a contract signed by both is sealed once, and the sealed file begins with the signed bytes', async () => {
  const { loan, tokens, shown } = await bothSigned();
  const sealed = await bytesOf(tokens.lender, loan.lenderId);
  assert.ok(sealed.length > shown.length);
  assert.deepEqual(sealed.subarray(0, shown.length), shown);
  assert.ok(sealed.includes('ETSI.CAdES.detached'));
  await sealJob(loan.id);
  assert.deepEqual(await bytesOf(tokens.borrower, loan.borrowerId), sealed);
  await service.settle();
  assert.equal(
    listEventsAbout(service, 'lending.escrow.contract-sealed', { escrowId: loan.id }).length,
    1,
  );
});

test('a sealed contract is read only by the party of the link, page and PDF alike', async () => {
  const { loan, tokens } = await bothSigned();
  const page = 'query ($token: String!) { contract(token: $token) { sealed mine } }';
  const readers: [string | null, number, string | undefined][] = [
    [loan.borrowerId, 200, undefined],
    [null, 401, 'UNAUTHENTICATED'],
    [loan.lenderId, 403, 'FORBIDDEN'],
    [await createAccount(service, 'Olga Operator', { operator: true }), 403, 'FORBIDDEN'],
  ];
  for (const [readerId, status, code] of readers) {
    const answer = await pdf(tokens.borrower, signedActor(readerId));
    assert.equal(answer.status, status);
    const shown = await service.as(readerId)(page, { token: tokens.borrower });
    assert.equal(shown.code, code);
    if (!code) assert.deepEqual(shown.data.contract, { sealed: true, mine: true });
  }
});

test('links end 30 days after the loan; its parties then read the contract by the loan', async (t) => {
  const { loan, tokens } = await bothSigned();
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  const links = async () =>
    expectData(
      await loan.borrower(
        'query ($id: ID!) { escrow(id: $id) { borrowerContractUrl signedPdfUrl } }',
        { id: loan.id },
      ),
    ).escrow;
  t.after(resetClock);
  moveClock(clockOffsetMs() + 29.9 * day);
  assert.equal((await pdf(tokens.borrower, signedActor(loan.borrowerId))).status, 200);
  assert.match((await links()).borrowerContractUrl, new RegExp(`/contracts/${tokens.borrower}$`));
  moveClock(clockOffsetMs() + 0.2 * day);
  const ended = await pdf(tokens.borrower, signedActor(loan.borrowerId));
  assert.equal(ended.status, 404);
  assert.match(((await ended.json()) as { message: string }).message, /^This link has ended\./);
  assert.deepEqual(await links(), {
    borrowerContractUrl: null,
    signedPdfUrl: `http://localhost:4000/api/escrow/${loan.id}/contract`,
  });
  assert.equal((await ofLoan(loan.borrowerId, loan.id)).status, 200);
});

test('each party gets its own link to the sealed file, only after it is sealed', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const link = async (by: typeof loan.borrower) =>
    expectData(await readEscrow(by, loan.id)).escrow.signedPdfUrl;
  assert.equal(await link(loan.borrower), null);
  expectData(await sign(loan.borrower, tokens.borrower));
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  await service.settle();
  const base = 'http://localhost:4000/api/contracts';
  assert.equal(await link(loan.borrower), `${base}/${tokens.borrower}/pdf`);
  assert.equal(await link(loan.lender), `${base}/${tokens.lender}/pdf`);
});

const ofLoan = (accountId: string | null, escrowId: string) =>
  fetch(`${service.url}/escrow/${escrowId}/contract`, {
    headers: { [actorHeader]: signActor(testActor(accountId), testSecret) },
  });
const pathOf = async (call: TestLoan['borrower'], id: string) =>
  expectData(await call(`query ($id: ID!) { escrow(id: $id) { contractPath } }`, { id })).escrow
    .contractPath;

test('only parties and, after an escalation, operators read the contract by the loan', async () => {
  const loan = await createReceivedLoan(service);
  await service.settle(); // a job seals it, possibly after later transitions
  const operatorId = await createAccount(service, 'Olga Operator', { operator: true });
  const outsider = await createAccount(service, 'Stranger');
  assert.equal(await pathOf(loan.borrower, loan.id), `/api/escrow/${loan.id}/contract`);
  const readings = [];
  for (const party of [loan.borrowerId, loan.lenderId]) {
    const answer = await ofLoan(party, loan.id);
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store']);
    readings.push(sha256(Buffer.from(await answer.arrayBuffer())));
  }
  assert.deepEqual(new Set(readings), new Set([(await contracts.get(loan.id)).sealedSha256]));
  assert.equal((await ofLoan(null, loan.id)).status, 401);
  for (const who of [outsider, operatorId]) assert.equal((await ofLoan(who, loan.id)).status, 404);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  assert.equal((await ofLoan(operatorId, loan.id)).status, 200);
  assert.equal(await pathOf(service.as(operatorId), loan.id), `/api/escrow/${loan.id}/contract`);
  assert.equal((await ofLoan(outsider, loan.id)).status, 404);
});

test('a loan without a contract returns NOT_FOUND for its PDF', async () => {
  const loan = await createAcceptedLoan(service);
  assert.equal(await pathOf(loan.lender, loan.id), null);
  assert.equal((await ofLoan(loan.lenderId, loan.id)).status, 404);
});

test('a loan cancelled right after the second signature is still sealed', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  expectData(await sign(loan.borrower, tokens.borrower));
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  await service.settle();
  assert.notEqual((await contracts.get(loan.id)).sealedSha256, null);
});

test('an uploaded file is recognised by its hash as shown, sealed or unknown', async () => {
  const { loan, tokens, shown } = await bothSigned();
  const { signatures } = await contracts.get(loan.id);
  const signedAt = signatures.at(-1)?.at.toISOString();
  const sealed = await bytesOf(tokens.borrower, loan.borrowerId);
  const expected = (file: Buffer, isSealed: boolean) => ({
    ...{
      known: true,
      sealed: isSealed,
      sha256: sha256(file),
      signedAt,
      amendment: null,
      assignment: null,
    },
  });
  assert.deepEqual(await verify(shown), { status: 200, body: expected(shown, false) });
  assert.deepEqual(await verify(sealed), { status: 200, body: expected(sealed, true) });
  const tampered = Buffer.from(sealed);
  tampered[tampered.length - 9] = (tampered[tampered.length - 9] ?? 0) ^ 1;
  const { body } = await verify(tampered);
  assert.deepEqual([body.known, body.sealed, body.signedAt], [false, false, null]);
});

test('an unsigned contract is known and has no time of signing', async () => {
  const { tokens } = await createDrawnUpLoan(service);
  const { body } = await verify(await bytesOf(tokens.borrower));
  assert.deepEqual([body.known, body.sealed, body.signedAt], [true, false, null]);
});

test('a file that is no PDF, too large or not from the gateway is rejected with a code', async () => {
  for (const body of [undefined, Buffer.from('hello')]) {
    const answer = await verify(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_INPUT']);
  }
  const large = await verify(Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'));
  assert.deepEqual([large.status, large.body.code], [413, 'TOO_LARGE']);
  assert.equal((await verify(Buffer.from('%PDF-1.7'), {})).status, 401);
});

test('eight concurrent first uses of the platform’s key share one key, stored with encrypted secrets', async () => {
  await serviceContext.store.connection.collection('platform_keys').deleteMany({});
  // Imported late, so that this test fails if the service itself does not load the model.
  const { loadPlatformCertificate } = await import('../seal/platform-key.ts');
  const found = await Promise.all(Array.from({ length: 8 }, () => loadPlatformCertificate()));
  assert.equal(new Set(found.map(({ keyPem }) => keyPem)).size, 1);
  assert.deepEqual(await loadPlatformCertificate(), found[0]);
  const stored = await serviceContext.store.connection
    .collection('platform_keys')
    .find({})
    .toArray();
  assert.equal(stored.length, 1);
  assert.equal(JSON.stringify(stored).includes('PRIVATE'), false);
});

const specimen = (kind: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/contracts/specimen/${kind}`, { headers: { ...signedActor(), ...headers } });

test('anyone reads a cacheable specimen of both kinds, which does not verify as a contract', async () => {
  const seen = new Set<string>();
  for (const kind of ['0', '1']) {
    const answer = await specimen(kind);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
    const etag = answer.headers.get('etag') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(etag, `"${sha256(bytes)}"`);
    assert.equal((await specimen(kind, { 'if-none-match': etag })).status, 304);
    const { body } = await verify(bytes);
    assert.deepEqual([body.known, body.sealed], [false, false]);
    seen.add(etag);
  }
  assert.equal(seen.size, 2);
  for (const kind of ['2', '00', '-1', 'pdf', 'x'])
    assert.equal((await specimen(kind)).status, 404);
});

test('a specimen has placeholder names and a mark on every page', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const words = readPdfText(Buffer.from(await (await specimen('1')).arrayBuffer()));
  const pages = Number(/page 1 of (\d+)/.exec(words)?.[1]);
  assert.ok(pages > 1);
  assert.equal(words.split('loan SPECIMEN · page').length, pages + 1);
  assert.match(words, /Name of the Borrower.*Name of the Lender.*cryptocurrency/);
});
