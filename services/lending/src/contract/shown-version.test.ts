/** A signature that names no version is on the one that its party was shown, never on one drawn up since. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { actorHeader } from '@nameloan/contracts/actor';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { choosePayee } from '../testing/payee-calls.ts';
import { readHash, signUnread } from '../testing/sign.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createDrawnUpLoan, expectData, startLending } from '../testing/start-lending.ts';
import { contracts } from './contract.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

type Drawn = Awaited<ReturnType<typeof createDrawnUpLoan>>;
const lenders = { name: 'Len Lender' };
const signAsLender = ({ loan, tokens }: Drawn) => signUnread(loan.lender, tokens.lender, lenders);
const choose = async ({ loan }: Drawn, mark = 'A') =>
  expectData(await choosePayee(loan.borrower, loan, service.payees.add(loan.borrowerId, mark)));
async function assertChanged(drawn: Drawn) {
  const { code, reason, sha256 } = await signAsLender(drawn);
  const present = (await contracts.get(drawn.loan.id)).sha256;
  assert.deepEqual([code, reason, sha256], ['CONFLICT', 'CONTRACT_CHANGED', present]);
  assert.deepEqual((await contracts.get(drawn.loan.id)).signatures, []);
}
const openPdf = (path: string, accountId: string | null) => {
  const headers = { [actorHeader]: signActor(testActor(accountId), testSecret) };
  return fetch(`${service.url}${path}`, { headers });
};

test('a contract that was never drawn up again is signed without its hash, read or not', async () => {
  const drawn = await createDrawnUpLoan(service);
  expectData(await signAsLender(drawn));
});

test('a contract that was drawn up again is signed only once its party was shown it, by page or PDF', async () => {
  const reads: ((drawn: Drawn) => Promise<unknown>)[] = [
    ({ loan, tokens }) => readHash(loan.lender, tokens.lender),
    ({ loan, tokens }) => openPdf(`/contracts/${tokens.lender}/pdf`, loan.lenderId),
    ({ loan }) => openPdf(`/escrow/${loan.id}/contract`, loan.lenderId),
  ];
  for (const read of reads) {
    const drawn = await createDrawnUpLoan(service);
    await read(drawn);
    await choose(drawn);
    await assertChanged(drawn);
    await read(drawn);
    await choose(drawn, 'B');
    await assertChanged(drawn);
    await read(drawn);
    expectData(await signAsLender(drawn));
    const { sha256, signatures } = await contracts.get(drawn.loan.id);
    assert.deepEqual(
      signatures.map((one) => one.sha256),
      [sha256],
    );
  }
});

test('a read by anyone but the party, or of something else than the version, does not count', async () => {
  const drawn = await createDrawnUpLoan(service);
  const { loan, tokens } = drawn;
  await choose(drawn);
  await readHash(service.as(null), tokens.lender);
  await readHash(loan.borrower, tokens.lender);
  await readHash(loan.borrower, tokens.borrower);
  await openPdf(`/contracts/${tokens.lender}/pdf`, null);
  await openPdf(`/escrow/${loan.id}/contract`, loan.borrowerId);
  const statusOnly = 'query ($token: String!) { contract(token: $token) { status } }';
  expectData(await loan.lender(statusOnly, { token: tokens.lender }));
  await assertChanged(drawn);
});

test('the hash of the refusal signs, and no other', async () => {
  const drawn = await createDrawnUpLoan(service);
  await choose(drawn);
  const { sha256 } = await signAsLender(drawn);
  const withHash = (hash: unknown) =>
    drawn.loan.lender(
      `mutation ($token: String!, $sha256: String!) {
        signContract(token: $token, name: "Len Lender", consent: true, sha256: $sha256) { signedAt }
      }`,
      { token: drawn.tokens.lender, sha256: hash },
    );
  assert.equal((await withHash('0'.repeat(64))).reason, 'CONTRACT_CHANGED');
  expectData(await withHash(sha256));
});

test('a signature and a choice at the same moment: the signature is on the version that was read, or refused', async () => {
  // Approaches, from both sides, the moment in which the choice is stored.
  let turns = 0;
  for (let run = 0; run < 14; run += 1) {
    const drawn = await createDrawnUpLoan(service);
    await readHash(drawn.loan.lender, drawn.tokens.lender);
    const { sha256: read } = await contracts.get(drawn.loan.id);
    const choice = choosePayee(
      drawn.loan.borrower,
      drawn.loan,
      service.payees.add(drawn.loan.borrowerId, 'A'),
    );
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const signed = await signAsLender(drawn);
    expectData(await choice);
    const { signatures, sha256 } = await contracts.get(drawn.loan.id);
    turns = signed.reason ? Math.floor(turns / 2) : turns * 2 + 1;
    if (signed.reason) assert.deepEqual([signed.reason, signatures], ['CONTRACT_CHANGED', []]);
    else assert.deepEqual([signatures.map((one) => one.sha256), sha256], [[read], read]);
  }
});

test('a contract of an earlier version is signed without its hash until it is drawn up again', async () => {
  const drawn = await createDrawnUpLoan(service);
  await choose(drawn);
  await contracts.raw.collection.updateOne(
    { _id: drawn.loan.id as never },
    { $unset: { firstSha256: '', shownSha256: '' } },
  );
  await choose(drawn, 'B');
  await assertChanged(drawn);
});
