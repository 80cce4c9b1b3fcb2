/** The documents of amendments: one PDF that both sign, its seal, its check, and who may read it. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import type { Job } from '@nameloan/persistence/jobs';
import { now, resetClock } from '@nameloan/runtime/clock';
import { contractFiles, contracts } from '../contract/contract.model.ts';
import { sealAmendments } from '../contract/seal-amendments.ts';
import { verifyContract } from '../contract/verify-contract.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { commit } from '../service-context.ts';
import type { TestAmendment } from '../testing/amendment-calls.ts';
import {
  agree,
  amend,
  listAmendments,
  propose,
  signAmendment,
} from '../testing/amendment-calls.ts';
import { readPdfText } from '../testing/contracts.ts';
import { passDays } from '../testing/pass-days.ts';
import { today } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  service = await startLending();
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));
const record = () => escrows.get(loan.id);
const last = async (): Promise<TestAmendment> => {
  const amendment = (await listAmendments(loan.borrower, loan)).at(-1);
  assert.ok(amendment);
  return amendment;
};
const code = (answer: { code?: string; reason?: string }) => answer.reason ?? answer.code;

test('both parties sign one PDF that names its parent, and the verification knows it', async () => {
  expectData(await propose(loan.lender, loan, { due: inDays(100) }));
  const agreed = expectData(await agree(loan.borrower, loan, 1)).agreeToAmendment;
  const file = await contractFiles.find(agreed.sha256);
  assert.ok(file);
  const text = readPdfText(file.bytes).replace(/\s/g, '');
  assert.ok(text.includes((await record()).contractSha256 ?? 'none'), 'the parent’s hash');
  const actor = { kind: 'anonymous', ip: '192.0.2.1' } as never;
  assert.equal((await verifyContract(actor, file.bytes)).known, true);
  assert.equal((await verifyContract(actor, file.bytes)).signedAt, null);
  expectData(await signAmendment(loan, 'borrower'));
  assert.equal(code(await signAmendment(loan, 'borrower')), 'ALREADY_SIGNED');
  assert.equal((await last()).status, 'AGREED');
  expectData(await signAmendment(loan, 'lender'));
  assert.ok((await verifyContract(actor, file.bytes)).signedAt);
});

test('the document of further principal states what the lender pays, what is set off and when silence counts', async () => {
  await passDays(service, 20);
  const terms = { amount: 100_000, interest: 'PAY' };
  const more = { kind: 'PRINCIPAL_UP', fee: 5_000 };
  expectData(await propose(loan.lender, loan, terms, more));
  const agreed = expectData(await agree(loan.borrower, loan, 1)).agreeToAmendment;
  const file = await contractFiles.find(agreed.sha256);
  assert.ok(file);
  const text = readPdfText(file.bytes).replace(/\s+/g, ' ');
  for (const part of [
    /Further principal \$1,000\.00/,
    /Paid by the lender with the change \$913\.01/,
    /The lender pays \$913\.01 to the borrower\./,
    /the principal is higher by \$1,000\.00/,
    /The difference of \$86\.99 is set off: it pays the fee of \$50\.00/,
    /has not answered it for 5 days/,
  ])
    assert.match(text, part);
});

test('an effective amendment is sealed with both signatures, and its check names number, parent and effect', async () => {
  await amend(loan, { due: inDays(100) });
  const shown = (await last()).sha256 ?? '';
  await service.settle();
  const { sealedSha256 } = await contracts.get(`${loan.id}-1`);
  const sealed = await contractFiles.find(sealedSha256 ?? '');
  const file = await contractFiles.find(shown);
  assert.ok(file && sealed);
  assert.ok(sealed.bytes.subarray(0, file.bytes.length).equals(file.bytes));
  const text = readPdfText(sealed.bytes).replace(/\s/g, '');
  assert.ok(text.includes('AmendmentNo.1') && text.includes('BeaBorrower'));
  assert.equal((await last()).sealed, true);
  assert.deepEqual((await record()).unsealedAmendments, []);
  const actor = { kind: 'anonymous', ip: '192.0.2.1' } as never;
  const result = await verifyContract(actor, sealed.bytes);
  const parentSha256 = (await record()).contractSha256;
  assert.equal(result.sealed, true);
  assert.deepEqual(result.amendment, {
    ...{ number: 1, status: 'EFFECTIVE', parentSha256, effectiveOn: today() },
  });
});

test('a signed amendment that lapsed is known and never took effect', async () => {
  await passDays(service, 20);
  await amend(loan, { due: inDays(100), interest: 'PAY' });
  const file = await contractFiles.find((await last()).sha256 ?? '');
  assert.ok(file);
  await passDays(service, 10);
  const actor = { kind: 'anonymous', ip: '192.0.2.1' } as never;
  const { known, sealed, signedAt, amendment } = await verifyContract(actor, file.bytes);
  assert.deepEqual([known, sealed, Boolean(signedAt)], [true, false, true]);
  assert.deepEqual([amendment?.status, amendment?.effectiveOn], ['LAPSED', null]);
});

test('the link of an amendment is open to its bearer until the amendment ends, and then only to its party', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expectData(await agree(loan.lender, loan, 1));
  const token = (await last()).contractUrl?.split('/').at(-1) ?? '';
  const read = 'query ($token: String!) { contract(token: $token) { domainName } }';
  const outsider = service.as(await createAccount(service, 'Otto Outsider'));
  for (const call of [service.as(null), outsider]) expectData(await call(read, { token }));
  await passDays(service, 3);
  assert.equal((await last()).status, 'LAPSED');
  assert.equal((await service.as(null)(read, { token })).code, 'UNAUTHENTICATED');
  for (const call of [outsider, loan.lender])
    assert.equal((await call(read, { token })).code, 'FORBIDDEN');
  expectData(await loan.borrower(read, { token }));
});

test('an amendment that cannot be sealed keeps no other one waiting', async () => {
  await amend(loan, { due: inDays(100) });
  await amend(loan, { due: inDays(150) });
  await service.settle();
  const [first, second] = await listAmendments(loan.borrower, loan);
  // As before the first seal, with the file of amendment 1 lost.
  await commit(async (tx) => {
    await contractFiles.remove(first?.sha256 ?? '', tx);
    const escrow = await escrows.get(loan.id, tx);
    await escrows.update(escrow, { ...escrow, unsealedAmendments: [1, 2] }, tx);
    const contract = await contracts.get(`${loan.id}-2`, tx);
    await contracts.update(contract, { ...contract, sealedSha256: null }, tx);
  });
  await assert.rejects(sealAmendments({ key: loan.id } as Job), /has lost its file/);
  const { sha256, sealedSha256 } = await contracts.get(`${loan.id}-2`);
  assert.equal(sha256, second?.sha256);
  assert.ok(sealedSha256);
  assert.deepEqual((await record()).unsealedAmendments, [1]);
});

test('only parties see amendments, and each has a separate link', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expectData(await agree(loan.lender, loan, 1));
  const outsider = service.as(await createAccount(service, 'Otto Outsider'));
  assert.equal((await agree(outsider, loan, 1)).code, 'NOT_FOUND');
  const query = 'query ($id: ID!) { escrowAmendments(escrowId: $id) { n } }';
  assert.equal((await outsider(query, { id: loan.id })).code, 'NOT_FOUND');
  const [borrowers] = await listAmendments(loan.borrower, loan);
  const [lenders] = await listAmendments(loan.lender, loan);
  assert.ok(borrowers?.contractUrl && lenders?.contractUrl);
  assert.notEqual(borrowers.contractUrl, lenders.contractUrl);
});
