/** Signing by token: required input, recorded data and rejections. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escrows } from '../escrow/escrow.model.ts';
import { address, changeAccount } from '../testing/accounts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createDrawnUpLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  reserve,
  sign,
  startLending,
} from '../testing/start-lending.ts';
import { contracts } from './contract.model.ts';
import { drawUpContract } from './draw-up-contract.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const page = (token: string) =>
  service.as(null)(
    `query ($token: String!) {
      contract(token: $token) {
        party borrowerName lenderName domainName amount term rate contract contractName status
        borrowerSignedAt lenderSignedAt sha256 sealed consentText addressNeeded pdfPath
        disclosure { receives repays interest aprAllCostsPercent security }
      }
    }`,
    { token },
  );

/** Removes the legal address of both accounts. */
async function withoutAddresses() {
  const drawn = await createDrawnUpLoan(service);
  for (const accountId of [drawn.loan.borrowerId, drawn.loan.lenderId]) {
    const name = accountId === drawn.loan.borrowerId ? 'Bea Borrower' : 'Len Lender';
    const without = { name, legalAddress: null, version: 2 };
    await service.bus.publish(changeAccount(service, accountId, without));
  }
  return drawn;
}

test('a token opens the signing page of its party without login', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const { contract } = expectData(await page(tokens.borrower));
  assert.deepEqual(
    [contract.party, contract.borrowerName, contract.lenderName, contract.domainName],
    ['BORROWER', 'Bea Borrower', 'Len Lender', loan.name],
  );
  assert.equal(contract.contractName, 'Standard Agreement (Bank Transfer)');
  assert.equal(contract.disclosure.receives, 450_000);
  assert.match(contract.sha256, /^[0-9a-f]{64}$/);
  assert.equal(contract.pdfPath, `/api/contracts/${tokens.borrower}/pdf`);
  assert.equal(contract.addressNeeded, false);
  assert.equal(expectData(await page(tokens.lender)).contract.party, 'LENDER');
  const [mine, theirs] = await Promise.all(
    [tokens.borrower, tokens.lender].map(async (token) => {
      const read = `query ($token: String!) { contract(token: $token) { id escrowId } }`;
      return expectData(await service.as(null)(read, { token })).contract;
    }),
  );
  assert.deepEqual([mine.escrowId, theirs.escrowId], [loan.id, loan.id]);
  assert.notEqual(mine.id, theirs.id);
  assert.ok(!mine.id.includes(tokens.borrower));
});

test('an unknown token returns NOT_FOUND, and tokens are stored only hashed or encrypted', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(10_000)]) {
    const answer = await page(token);
    assert.deepEqual([answer.code, answer.message], ['NOT_FOUND', 'There is no such contract.']);
    assert.equal((await sign(service.as(null), token)).code, 'NOT_FOUND');
  }
  const stored = JSON.stringify([await contracts.get(loan.id), await escrows.get(loan.id)]);
  assert.equal(stored.includes(tokens.borrower), false);
  assert.equal(stored.includes(tokens.lender), false);
});

test('a signature records name, address, time, IP, browser and the hash that was shown', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const signer = service.as(null, { ip: '198.51.100.7' });
  const name = '  bEA   borrower ';
  const first = expectData(await sign(signer, tokens.borrower, { name })).signContract;
  assert.deepEqual([first.borrowerSigned, first.lenderSigned], [true, false]);
  assert.equal(first.next, 'Waiting for Len Lender to sign.');
  const { signatures, sha256 } = await contracts.get(loan.id);
  assert.equal(signatures.length, 1);
  const { at, ...recorded } = signatures[0] ?? {};
  assert.ok(at instanceof Date);
  assert.deepEqual(recorded, {
    party: 'BORROWER',
    typedName: 'bEA borrower',
    legalAddress: address,
    ip: '198.51.100.7',
    userAgent: 'test browser',
    sha256,
  });
  const lenders = { name: 'LEN LENDER' };
  const second = expectData(await sign(signer, tokens.lender, lenders)).signContract;
  assert.equal(
    second.next,
    `Both parties have signed. Next, Bea Borrower transfers ${loan.name} in.`,
  );
  assert.equal(expectData(await readEscrow(loan.borrower, loan.id)).escrow.status, 'NEW');
  await service.settle();
  const parties = listEventsAbout(service, 'lending.escrow.signed', { escrowId: loan.id });
  assert.deepEqual(
    parties.map((event) => (event.data as { party: string }).party),
    ['BORROWER', 'LENDER'],
  );
});

test('missing consent, a wrong name and a missing address are all named, and nothing is signed', async () => {
  const { loan, tokens } = await withoutAddresses();
  assert.equal(expectData(await page(tokens.borrower)).contract.addressNeeded, true);
  const bare = { name: 'Len Lender', consent: false };
  const answer = await sign(service.as(null), tokens.borrower, bare);
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(answer.fields, {
    consent: 'Tick the box to consent.',
    name: 'Type your name as it appears in the contract: Bea Borrower.',
    address: 'Enter your legal address.',
  });
  for (const [line, wrong, sentence] of [
    ['city', '  ', 'Enter your city.'],
    ['zip', 'x'.repeat(201), 'The postal code has at most 200 characters.'],
    ['country', 'a\nb', 'The country has no line breaks or control characters.'],
    ['address1', '1 \u202eyaW', 'The address has no line breaks or control characters.'],
  ] as const) {
    const given = { address: { ...address, [line]: wrong } };
    const rejected = await sign(service.as(null), tokens.borrower, given);
    assert.deepEqual(rejected.fields, { [`address.${line}`]: sentence });
    assert.equal(rejected.message, sentence);
  }
  const empty = { address1: '', city: '', zip: '', country: '' };
  const rejected = await sign(service.as(null), tokens.borrower, { address: empty });
  assert.deepEqual(Object.keys(rejected.fields ?? {}), [
    'address.address1',
    'address.city',
    'address.country',
  ]);
  assert.deepEqual((await contracts.get(loan.id)).signatures, []);
  expectData(
    await sign(service.as(null), tokens.borrower, { address: { ...address, city: 'Bath' } }),
  );
  assert.equal((await contracts.get(loan.id)).signatures[0]?.legalAddress.city, 'Bath');
  const again = await sign(service.as(null), tokens.borrower, { name: 'Somebody Else' });
  assert.equal(again.code, 'CONFLICT', 'signed already, whatever the second one lacks');
});

test('an address that differs from the account’s is shown only to the signer’s own account', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const shown = async (call: ReturnType<typeof service.as>) =>
    expectData(
      await call(
        `query ($token: String!) {
          contract(token: $token) { addressDiffers signedAddress { address1 address2 city zip country } }
        }`,
        { token: tokens.borrower },
      ),
    ).contract;
  assert.deepEqual(await shown(loan.borrower), { addressDiffers: null, signedAddress: null });
  const bath = { ...address, city: 'Bath' };
  const answer = await sign(service.as(null), tokens.borrower, { address: bath });
  const { addressDiffers, contract } = expectData(answer).signContract;
  assert.equal(addressDiffers, true);
  assert.notEqual(contract.borrowerSignedAt, null);
  assert.deepEqual(await shown(loan.borrower), { addressDiffers: true, signedAddress: bath });
  for (const call of [service.as(null), loan.lender]) {
    assert.deepEqual(await shown(call), { addressDiffers: true, signedAddress: null });
  }
  const moved = { legalAddress: bath, version: 2 };
  await service.bus.publish(changeAccount(service, loan.borrowerId, moved));
  assert.deepEqual(await shown(loan.borrower), { addressDiffers: false, signedAddress: bath });
  const lenders = await sign(service.as(null), tokens.lender, { name: 'Len Lender' });
  assert.equal(expectData(lenders).signContract.addressDiffers, false);
});

test('a signer in a country without postal codes signs without one', async () => {
  const { loan, tokens } = await withoutAddresses();
  const hongKong = { address1: '8 Queen’s Road', city: 'Central', zip: ' ', country: 'Hong Kong' };
  expectData(await sign(service.as(null), tokens.borrower, { address: hongKong }));
  const { signatures } = await contracts.get(loan.id);
  assert.deepEqual(signatures[0]?.legalAddress, { ...hongKong, address2: '', zip: '' });
});

test('signing twice or signing a cancelled loan is a conflict', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  expectData(await sign(service.as(null), tokens.borrower));
  const again = await sign(service.as(null), tokens.borrower);
  assert.deepEqual(
    [again.code, again.message],
    ['CONFLICT', 'You have already signed this contract.'],
  );
  expectData(await mutateLoan(loan.lender, 'cancelEscrow', loan));
  const late = await sign(service.as(null), tokens.lender, { name: 'Len Lender' });
  assert.deepEqual(
    [late.code, late.message],
    ['CONFLICT', 'This loan is Cancelled; sign is not possible now.'],
  );
  assert.equal((await contracts.get(loan.id)).signatures.length, 1);
});

test('eight concurrent jobs draw up one contract; a cancelled loan gets none', async () => {
  const loan = await createAcceptedLoan(service);
  await reserve(service, loan);
  const job = { kind: 'draw-up-contract', key: loan.id, data: {}, attempt: 1, dueAt: new Date() };
  const runs = await Promise.allSettled(Array.from({ length: 8 }, () => drawUpContract(job)));
  // On a busy machine a run may end with UNAVAILABLE; its job is retried.
  for (const run of runs)
    if (run.status === 'rejected') assert.equal(run.reason.code, 'UNAVAILABLE');
  await service.settle();
  assert.equal(
    listEventsAbout(service, 'lending.escrow.contract-drawn', { escrowId: loan.id }).length,
    1,
  );
  const other = await createAcceptedLoan(service);
  expectData(await mutateLoan(other.lender, 'cancelEscrow', other));
  await drawUpContract({ ...job, key: other.id });
  await drawUpContract({ ...job, key: 'no-such-loan' });
  assert.equal(await contracts.find(other.id), undefined);
});
