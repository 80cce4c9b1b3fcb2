/** Signing by token: required input, recorded data and rejections. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertNeedsStepUp, assertRestricted } from '@nameloan/testkit/service/guarded-calls';
import { escrows } from '../escrow/escrow.model.ts';
import { address, changeAccount } from '../testing/accounts.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createDrawnUpLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  reserve,
  startLending,
} from '../testing/start-lending.ts';
import { contracts } from './contract.model.ts';
import { normalizeForComparison } from './contract.ts';
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
        party borrowerName lenderName domainName amount term rate plan period instalments contract contractName status
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
  assert.deepEqual([contract.plan, contract.period, contract.instalments], ['BULLET', null, null]);
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
    assert.equal((await sign(loan.borrower, token)).code, 'NOT_FOUND');
  }
  const stored = JSON.stringify([await contracts.get(loan.id), await escrows.get(loan.id)]);
  assert.equal(stored.includes(tokens.borrower), false);
  assert.equal(stored.includes(tokens.lender), false);
});

test('a signature records name, address, time, IP, browser and the hash that was shown', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const signer = service.as(loan.borrowerId, { ip: '198.51.100.7', sessionId: 'session-1' });
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
    legalAddress: { ...address, countryCode: 'GB', subdivision: null },
    ip: '198.51.100.7',
    userAgent: 'test browser',
    sha256,
    authentication: {
      emailVerified: true,
      emailVerifiedAt: new Date('2026-01-01T10:00:00.000Z'),
      withMfa: false,
      provenAt: new Date('2026-01-01T10:00:00.000Z'),
      sessionId: 'session-1',
    },
  });
  const lenders = { name: 'LEN LENDER' };
  const second = expectData(await sign(loan.lender, tokens.lender, lenders)).signContract;
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

test('only the party of the link signs, with a verified address and a fresh session', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const stranger = await createAccount(service, 'Bea Borrower');
  for (const [call, code] of [
    [service.as(null), 'UNAUTHENTICATED'],
    [loan.lender, 'FORBIDDEN'],
    [service.as(stranger), 'FORBIDDEN'],
  ] as const) {
    assert.equal((await sign(call, tokens.borrower)).code, code);
  }
  assert.deepEqual((await contracts.get(loan.id)).signatures, []);
  const call = `mutation { signContract(token: "x", name: "x", consent: true) { signedAt } }`;
  await assertRestricted(service, { signContract: call });
  await assertNeedsStepUp(service, { signContract: call });
});

test('a typed name may have other apostrophes, hyphens and forms of the letter i, and no other letters', async () => {
  for (const [typed, account] of [
    ["anne-marie o'brien", 'Anne‐Marie O’Brien'],
    ['Anne–Marie O`Brien', "Anne-Marie O'Brien"],
    ['ISIK DINC', 'Işık Dinç'.normalize('NFD').replace(/[\u0327]/g, '')],
    ['irmak', 'İrmak'],
    ['ırmak', 'IRMAK'],
  ] as const)
    assert.equal(normalizeForComparison(typed), normalizeForComparison(account), account);
  for (const [typed, account] of [
    ['Anne Marie', 'Anne-Marie'],
    ['OBrien', 'O’Brien'],
    ['Bea Bórrower', 'Bea Borrower'],
  ] as const)
    assert.notEqual(normalizeForComparison(typed), normalizeForComparison(account), account);
});

test('missing consent, a wrong name and a missing address are all named, and nothing is signed', async () => {
  const { loan, tokens } = await withoutAddresses();
  assert.equal(expectData(await page(tokens.borrower)).contract.addressNeeded, true);
  const bare = { name: 'Len Lender', consent: false };
  const answer = await sign(loan.borrower, tokens.borrower, bare);
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
    const rejected = await sign(loan.borrower, tokens.borrower, given);
    assert.deepEqual(rejected.fields, { [`address.${line}`]: sentence });
    assert.equal(rejected.message, sentence);
  }
  const narnia = { address: { ...address, country: 'Narnia' } };
  assert.match(
    (await sign(loan.borrower, tokens.borrower, narnia)).fields?.['address.country'] ?? '',
    /^We don’t know this country\./,
  );
  const lisbon = { address: { ...address, country: 'PT', subdivision: 'NY' } };
  assert.match(
    (await sign(loan.borrower, tokens.borrower, lisbon)).fields?.['address.subdivision'] ?? '',
    /^Only addresses in the United States and Canada/,
  );
  const empty = { address1: '', city: '', zip: '', country: '' };
  const rejected = await sign(loan.borrower, tokens.borrower, { address: empty });
  assert.deepEqual(Object.keys(rejected.fields ?? {}), [
    'address.address1',
    'address.city',
    'address.country',
  ]);
  assert.deepEqual((await contracts.get(loan.id)).signatures, []);
  expectData(await sign(loan.borrower, tokens.borrower, { address: { ...address, city: 'Bath' } }));
  assert.equal((await contracts.get(loan.id)).signatures[0]?.legalAddress.city, 'Bath');
  const again = await sign(loan.borrower, tokens.borrower, { name: 'Somebody Else' });
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
  const answer = await sign(loan.borrower, tokens.borrower, { address: bath });
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
  const lenders = await sign(loan.lender, tokens.lender, { name: 'Len Lender' });
  assert.equal(expectData(lenders).signContract.addressDiffers, false);
});

test('a signer in a country without postal codes signs without one', async () => {
  const { loan, tokens } = await withoutAddresses();
  const hongKong = { address1: '8 Queen’s Road', city: 'Central', zip: ' ', country: 'Hong Kong' };
  expectData(await sign(loan.borrower, tokens.borrower, { address: hongKong }));
  const { signatures } = await contracts.get(loan.id);
  assert.deepEqual(signatures[0]?.legalAddress, {
    ...{ ...hongKong, address2: '', zip: '' },
    ...{ countryCode: 'HK', subdivision: null },
  });
});

test('a signature keeps the English name and the codes of its address, whatever was typed', async () => {
  const { loan, tokens } = await withoutAddresses();
  const typed = { ...address, country: 'usa', subdivision: 'ny' };
  expectData(await sign(loan.borrower, tokens.borrower, { address: typed }));
  const [signature] = (await contracts.get(loan.id)).signatures;
  const { country, countryCode, subdivision } = signature?.legalAddress ?? {};
  assert.deepEqual([country, countryCode, subdivision], ['United States', 'US', 'US-NY']);
});

test('signing twice or signing a cancelled loan is a conflict', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  expectData(await sign(loan.borrower, tokens.borrower));
  const again = await sign(loan.borrower, tokens.borrower);
  assert.deepEqual(
    [again.code, again.message],
    ['CONFLICT', 'You have already signed this contract.'],
  );
  expectData(await mutateLoan(loan.lender, 'cancelEscrow', loan));
  const late = await sign(loan.lender, tokens.lender, { name: 'Len Lender' });
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
