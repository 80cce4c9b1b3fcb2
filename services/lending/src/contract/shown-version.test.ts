/** A signature that names no version is on the one that its party was shown, never on one drawn up since. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { actorHeader } from '@nameloan/contracts/actor';
import { newId } from '@nameloan/runtime/id';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { commit } from '../service-context.ts';
import { choosePayee } from '../testing/payee-calls.ts';
import { readHash, signUnread } from '../testing/sign.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createDrawnUpLoan, expectData, startLending } from '../testing/start-lending.ts';
import { contractFiles, contracts } from './contract.model.ts';
import { findShownVersion, recordShownPdf, recordShownVersion } from './shown-version.ts';

let service: TestLending;
/** Drawing takes most of the time, so tests share this loan; the last one signs it. */
let shared: Drawn;
before(async () => {
  service = await startLending();
  shared = await createDrawnUpLoan(service);
});
after(() => service.stop());

type Drawn = Awaited<ReturnType<typeof createDrawnUpLoan>>;
const lenders = { name: 'Len Lender' };
const signAsLender = ({ loan, tokens }: Drawn) => signUnread(loan.lender, tokens.lender, lenders);
let marks = 0;
/** Draws the contract up again, with another payee than before. */
const choose = async ({ loan }: Drawn) => {
  const payeeId = service.payees.add(loan.borrowerId, String.fromCharCode(65 + marks++));
  expectData(await choosePayee(loan.borrower, loan, payeeId));
};
async function assertChanged(drawn: Drawn) {
  const { code, reason, sha256 } = await signAsLender(drawn);
  const present = (await contracts.get(drawn.loan.id)).sha256;
  assert.deepEqual([code, reason, sha256], ['CONFLICT', 'CONTRACT_CHANGED', present]);
  assert.deepEqual((await contracts.get(drawn.loan.id)).signatures, []);
}
const openPdf = (path: string, accountId: string | null, method = 'GET') => {
  const headers = { [actorHeader]: signActor(testActor(accountId), testSecret) };
  return fetch(`${service.url}${path}`, { headers, method });
};

test('a contract that was never drawn up again is signed without its hash, read or not', async () => {
  const drawn = await createDrawnUpLoan(service);
  expectData(await signAsLender(drawn));
});

test('a read by anyone but the party, or of something else than the version, does not count', async () => {
  const { loan, tokens } = shared;
  await choose(shared);
  await readHash(service.as(null), tokens.lender);
  await readHash(loan.borrower, tokens.lender);
  await readHash(loan.borrower, tokens.borrower);
  await openPdf(`/contracts/${tokens.lender}/pdf`, null);
  await openPdf(`/escrow/${loan.id}/contract`, loan.borrowerId);
  const pdfs = [`/contracts/${tokens.lender}/pdf`, `/escrow/${loan.id}/contract`];
  for (const path of pdfs) assert.equal((await openPdf(path, loan.lenderId, 'HEAD')).status, 200);
  const statusOnly = 'query ($token: String!) { contract(token: $token) { status } }';
  expectData(await loan.lender(statusOnly, { token: tokens.lender }));
  await assertChanged(shared);
});

test('a PDF that cannot be loaded was not shown', async () => {
  const { loan, tokens } = shared;
  const { sha256 } = await contracts.get(loan.id);
  const file = await contractFiles.find(sha256);
  assert.ok(file);
  await commit((tx) => contractFiles.remove(sha256, tx));
  for (const path of [`/contracts/${tokens.lender}/pdf`, `/escrow/${loan.id}/contract`])
    assert.equal((await openPdf(path, loan.lenderId)).status, 404);
  await commit((tx) => contractFiles.add(file, tx));
  await assertChanged(shared);
});

test('a record that cannot be written does not keep a party from its contract', async () => {
  const escrow = await escrows.get(shared.loan.id);
  const contract = { ...(await contracts.get(escrow.id)), id: newId() };
  const found = { contract, escrow, party: 'LENDER' } as const;
  await assert.rejects(recordShownVersion(found, testActor(shared.loan.lenderId)));
  await recordShownPdf(found, testActor(shared.loan.lenderId));
});

test('a contract of an earlier version is signed without its hash until it is drawn up again', async () => {
  await contracts.raw.collection.updateOne(
    { _id: shared.loan.id as never },
    { $unset: { firstSha256: '', shownSha256: '' } },
  );
  await choose(shared);
  await assertChanged(shared);
});

test('a contract that was drawn up again is signed only once its party was shown it, by page or PDF', async () => {
  const { loan, tokens } = shared;
  const reads: (() => Promise<unknown>)[] = [
    () => readHash(loan.lender, tokens.lender),
    () => openPdf(`/contracts/${tokens.lender}/pdf`, loan.lenderId),
    () => openPdf(`/escrow/${loan.id}/contract`, loan.lenderId),
  ];
  for (const read of reads) {
    await choose(shared);
    await assertChanged(shared);
    await read();
    const contract = await contracts.get(loan.id);
    assert.equal(findShownVersion(contract, 'LENDER'), contract.sha256);
  }
  expectData(await signAsLender(shared));
  const { sha256, signatures } = await contracts.get(loan.id);
  assert.deepEqual(
    signatures.map((one) => one.sha256),
    [sha256],
  );
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
  // Approaches the moment in which the choice is stored, until either has come first.
  const first = new Set<string>();
  for (let turns = 1; turns < 500 && first.size < 2; turns = turns * 2 + 1) {
    const drawn = await createDrawnUpLoan(service);
    await readHash(drawn.loan.lender, drawn.tokens.lender);
    const { sha256: read } = await contracts.get(drawn.loan.id);
    const choice = choose(drawn);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const signed = await signAsLender(drawn);
    await choice;
    const { signatures, sha256 } = await contracts.get(drawn.loan.id);
    first.add(signed.reason ? 'choice' : 'signature');
    if (signed.reason) assert.deepEqual([signed.reason, signatures], ['CONTRACT_CHANGED', []]);
    else assert.deepEqual([signatures.map((one) => one.sha256), sha256], [[read], read]);
  }
});
