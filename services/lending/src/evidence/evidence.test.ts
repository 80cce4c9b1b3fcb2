/** The internal HTTP routes for evidence: access, types, limits and concurrency. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows, histories } from '../escrow/escrow.model.ts';
import { completeEvidence, createDisputedLoan } from '../testing/disputes.ts';
import { jpeg, pdf, png, text, zip } from '../testing/files.ts';
import { requestNote } from '../testing/request-note.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createSignedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { evidenceFiles } from './evidence.model.ts';
import { maxEvidenceBytes } from './evidence.ts';

let service: TestLending;
let operatorId: string;
before(async () => {
  service = await startLending();
  operatorId = await createAccount(service, 'Olga Operator', { operator: true });
});
after(() => service.stop());

const disputed = () => createDisputedLoan(service);
const as = (accountId: string | null) => ({
  [actorHeader]: signActor(testActor(accountId), testSecret),
});
async function uploadEvidence(
  loan: TestLoan,
  accountId: string | null,
  file: Buffer,
  name = 'letter.pdf',
) {
  const url = `${service.url}/escrow/${loan.id}/evidence?name=${encodeURIComponent(name)}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...as(accountId), 'content-type': 'application/pdf' },
    body: new Uint8Array(file),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
const fetchFile = (loan: { id: string }, id: string, accountId: string | null, etag = '') =>
  fetch(`${service.url}/escrow/${loan.id}/evidence/${id}`, {
    headers: { ...as(accountId), ...(etag ? { 'if-none-match': etag } : {}) },
  });
const list = async (loan: TestLoan, accountId = loan.borrowerId) =>
  expectData(
    await service.as(accountId)(
      `{ escrow(id: "${loan.id}") { evidence { id name type size sha256 by at path } } }`,
    ),
  ).escrow.evidence as { id: string; name: string; by: string; path: string }[];
/** A PDF with unique bytes, by a comment. */
const loadPdf = (number: number) =>
  Buffer.from(pdf.toString('latin1').replace('\n', `\n%${number}\n`), 'latin1');

test('both parties and the operator download the uploaded bytes as an attachment', async () => {
  const loan = await disputed();
  for (const [file, name, type] of [
    [pdf, 'Brief – Zürich.pdf', 'application/pdf'],
    [png, 'shot.png', 'image/png'],
    [jpeg, 'photo.JPG', 'image/jpeg'],
    [text, 'chat.txt', 'text/plain; charset=utf-8'],
  ] as const) {
    const { status, body } = await uploadEvidence(loan, loan.borrowerId, file, name);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.name, body.by, body.message], [name, 'BORROWER', 'Evidence added']);
    for (const reader of [loan.borrowerId, loan.lenderId, operatorId]) {
      const answer = await fetchFile(loan, body.id ?? '', reader);
      assert.equal(answer.headers.get('content-type'), type);
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename=/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(answer.headers.get('cache-control') ?? '', /^private\b/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.ok(bytes.equals(file));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), body.sha256);
      const again = await fetchFile(loan, body.id ?? '', reader, answer.headers.get('etag') ?? '');
      assert.deepEqual([again.status, (await again.text()).length], [304, 0]);
    }
  }
  const [first] = await list(loan, operatorId);
  const shown = await fetchFile(loan, first?.id ?? '', loan.lenderId);
  assert.match(
    shown.headers.get('content-disposition') ?? '',
    /filename\*=UTF-8''Brief%20%E2%80%93/,
  );
  assert.equal(first?.path, `/api/escrow/${loan.id}/evidence/${first?.id}`);
  await service.settle();
  const published = listEventsAbout(service, 'lending.escrow.moved', {
    escrowId: loan.id,
    move: 'ADD_EVIDENCE',
  });
  const notes = await Promise.all(published.map((event) => requestNote(service, event)));
  assert.deepEqual(
    published.map(({ data }, place) => [(data as { by: string }).by, notes[place]]),
    ['Brief – Zürich.pdf', 'shot.png', 'photo.JPG', 'chat.txt'].map((name) => ['BORROWER', name]),
  );
});

test('a hostile file name becomes safe: no path, no header injection, no direction change', async () => {
  const loan = await disputed();
  for (const [name, expected] of [
    ['../../../../etc/passwd\0.pdf', 'passwd.pdf'],
    ['a.pdf"\r\nSet-Cookie: session=1', 'a.pdfSet-Cookie session=1.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
    [`${'x'.repeat(3_000)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ] as const) {
    const file = loadPdf(expected.length);
    const { status, body } = await uploadEvidence(loan, loan.lenderId, file, name);
    assert.deepEqual([status, body.name], [201, expected]);
    const answer = await fetchFile(loan, body.id ?? '', loan.lenderId);
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.doesNotMatch(answer.headers.get('content-disposition') ?? '', /[\r\n\u202E]|\.\.\//);
  }
});

test('another type is 415, an empty body 400, one byte too many 413, and none of them is stored', async () => {
  const loan = await disputed();
  const tooLarge = Buffer.alloc(maxEvidenceBytes + 1, 0x61);
  for (const [file, status, code] of [
    [zip, 415, 'UNSUPPORTED_TYPE'],
    [Buffer.concat([pdf, zip]), 415, 'UNSUPPORTED_TYPE'],
    [Buffer.from('GIF89a\0\0'), 415, 'UNSUPPORTED_TYPE'],
    [Buffer.alloc(0), 400, 'INVALID_INPUT'],
    [tooLarge, 413, 'TOO_LARGE'],
  ] as const) {
    const { status: got, body } = await uploadEvidence(loan, loan.borrowerId, file);
    assert.deepEqual([got, body.code], [status, code]);
  }
  assert.deepEqual(await list(loan), []);
  const { status, body } = await uploadEvidence(
    loan,
    loan.borrowerId,
    tooLarge.subarray(1),
    'all.txt',
  );
  assert.deepEqual([status, body.size], [201, maxEvidenceBytes]);
});

test('a multipart form is not accepted as a file', async () => {
  const loan = await disputed();
  const form = new FormData();
  form.set('file', new Blob([text]), 'chat.txt');
  const url = `${service.url}/escrow/${loan.id}/evidence?name=chat.txt`;
  const answer = await fetch(url, { method: 'POST', headers: as(loan.borrowerId), body: form });
  const { code, message } = (await answer.json()) as Record<string, string>;
  assert.deepEqual([answer.status, code], [415, 'UNSUPPORTED_TYPE']);
  assert.match(message ?? '', /the file itself as the body/);
  assert.deepEqual(await list(loan), []);
});

test('outsiders and visitors have no access, operators only read, and a file is not found under another loan', async () => {
  const loan = await disputed();
  const other = await disputed();
  const outsider = await createAccount(service, 'Otto Other');
  const { body } = await uploadEvidence(loan, loan.borrowerId, pdf);
  const id = body.id ?? '';
  assert.equal((await uploadEvidence(loan, outsider, zip)).status, 404);
  assert.equal((await uploadEvidence(loan, null, pdf)).status, 401);
  assert.equal((await uploadEvidence(loan, operatorId, pdf)).status, 403);
  for (const [where, who, status] of [
    [loan, outsider, 404],
    [loan, null, 401],
    [other, other.borrowerId, 404],
    [other, operatorId, 404],
    [{ id: 'no-such-loan' }, loan.borrowerId, 404],
  ] as const) {
    assert.equal((await fetchFile(where, id, who)).status, status);
  }
  const response = await service.as(outsider)(`{ escrowEvidence(escrowId: "${loan.id}") { id } }`);
  assert.equal(response.code, 'NOT_FOUND');
  assert.deepEqual(await list(other), []);
});

test('evidence can be added from the mark as paid until the end and stays readable after it', async () => {
  const loan = await createSignedLoan(service, true);
  const early = await uploadEvidence(loan, loan.borrowerId, pdf);
  assert.deepEqual([early.status, early.body.reason], [409, 'STATUS']);
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
  const { body } = await uploadEvidence(loan, loan.borrowerId, pdf);
  assert.equal((await uploadEvidence(loan, loan.lenderId, jpeg)).status, 201);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  await completeEvidence(loan);
  const more = ', outcome: RETURN, reason: "Paid."';
  expectData(await mutateLoan(service.as(operatorId), 'resolveDispute', { id: loan.id, more }));
  assert.equal((await uploadEvidence(loan, loan.lenderId, png)).status, 409);
  for (const reader of [loan.lenderId, operatorId])
    assert.equal((await fetchFile(loan, body.id ?? '', reader)).status, 200);
});

test('the same file is stored once per party', async () => {
  const loan = await disputed();
  const first = await uploadEvidence(loan, loan.borrowerId, pdf);
  const again = await uploadEvidence(loan, loan.borrowerId, pdf, 'another-name.pdf');
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () => uploadEvidence(loan, loan.lenderId, pdf)),
  );
  assert.equal(new Set(atOnce.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(
    (await list(loan)).map(({ by }) => by),
    ['BORROWER', 'LENDER'],
  );
});

test('each party can add ten files, even concurrently; the eleventh is 409 and stores nothing', async () => {
  const loan = await disputed();
  const sides = [loan.borrowerId, loan.lenderId];
  const answers = await Promise.all(
    sides.flatMap((side) =>
      Array.from({ length: 12 }, (_, number) => uploadEvidence(loan, side, loadPdf(number))),
    ),
  );
  // Uploads that lost too many races get a 503 and are retried.
  for (const [at, { status }] of answers.entries()) {
    if (status === 503)
      answers[at] = await uploadEvidence(loan, sides[at < 12 ? 0 : 1] ?? '', loadPdf(at % 12));
  }
  for (const [side, by] of ['BORROWER', 'LENDER'].entries()) {
    const mine = answers.slice(12 * side, 12 * side + 12);
    assert.deepEqual(mine.map(({ status }) => status).sort(), [...Array(10).fill(201), 409, 409]);
    const rejected = mine.find(({ status }) => status === 409);
    assert.equal(rejected?.body.reason, 'EVIDENCE_FULL');
    assert.equal((await list(loan)).filter((file) => file.by === by).length, 10);
  }
  const { evidenceFiles: counts } = await escrows.get(loan.id);
  assert.deepEqual(counts, { BORROWER: 10, LENDER: 10 });
  assert.equal((await evidenceFiles.list({ escrowId: loan.id })).length, 20);
  const lines = await histories.count({ escrowId: loan.id, action: 'ADD_EVIDENCE' });
  assert.equal(lines, 20);
});
