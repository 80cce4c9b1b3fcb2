/** Known-good and known-bad bank accounts, and what all kinds have in common. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeKind } from '@nameloan/contracts/payee';
import type { TypedFields } from './check-fields.ts';
import { checkHolder, checkPayeeFields } from './check-fields.ts';

/** The canonical fields; fails with the refusals. */
function accept(kind: PayeeKind, typed: TypedFields) {
  const checked = checkPayeeFields(kind, typed);
  assert.ok('fields' in checked, JSON.stringify({ typed, checked }));
  return checked;
}
function refused(kind: PayeeKind, typed: TypedFields) {
  const checked = checkPayeeFields(kind, typed);
  assert.ok('refused' in checked, JSON.stringify({ typed, checked }));
  return checked.refused;
}
const refusedIban = (iban: string, bic?: string) => refused('IBAN', { iban, bic });
const us = { routing: '021000021', account: '123456789', accountType: 'checking' };
const uk = { sortCode: '601613', account: '31926819' };

test('IBAN: form, length and check digits are checked, and paste is forgiven', () => {
  for (const iban of ['DE89370400440532013000', 'GB29NWBK60161331926819']) {
    assert.deepEqual(accept('IBAN', { iban }).fields, { iban });
  }
  const pasted = { iban: ' iban: de89 3704-0044 0532 0130 00\n', bic: 'cobadeff xxx' };
  assert.deepEqual(accept('IBAN', pasted).fields, {
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
  });
  assert.deepEqual(refusedIban('DE89370400440532013001'), { iban: 'IBAN_CHECKSUM' });
  assert.deepEqual(refusedIban('DE8937040044053201300'), { iban: 'IBAN_LENGTH' });
  assert.deepEqual(refusedIban('DE8937040044053201300X'), { iban: 'IBAN_FORM' });
  assert.deepEqual(refusedIban('US89370400440532013000'), { iban: 'IBAN_COUNTRY' });
  assert.deepEqual(refusedIban('XX89370400440532013000'), { iban: 'IBAN_COUNTRY' });
  assert.deepEqual(refusedIban(' '), { iban: 'IBAN_REQUIRED' });
  assert.deepEqual(refusedIban('9'.repeat(600)), { iban: 'TEXT_FORM' });
});

test('invisible characters and typeset hyphens of copied numbers are ignored', () => {
  const { fields } = accept('UK_BANK', {
    sortCode: '\u200e60\u201116–13',
    account: '3192\u200b6819\ufeff',
  });
  assert.deepEqual(fields, uk);
});

test('IBAN: check digits from 02 to 98 are refused if others have the same remainder', () => {
  const digitsOf = (bban: string) => 98 - Number(BigInt(`${bban}131400`) % 97n);
  const bbans = Array.from({ length: 300 }, (_, i) => `3704004405320${10_000 + i}`);
  for (const [computed, twin] of [
    [97, '00'],
    [98, '01'],
    [2, '99'],
  ] as const) {
    const bban = bbans.find((one) => digitsOf(one) === computed) ?? '';
    accept('IBAN', { iban: `DE${String(computed).padStart(2, '0')}${bban}` });
    assert.deepEqual(refusedIban(`DE${twin}${bban}`), { iban: 'IBAN_CHECKSUM' });
  }
});

test('IBAN: a BIC has eight or eleven characters of the same country, or of one of its territories', () => {
  const german = 'DE89370400440532013000';
  const french = 'FR1420041010050500013M02606';
  assert.deepEqual(refusedIban(german, 'COBADEF'), { bic: 'BIC_FORM' });
  assert.deepEqual(refusedIban(german, 'COBADEFFX'), { bic: 'BIC_FORM' });
  assert.deepEqual(refusedIban(german, 'COBAZZFF'), { bic: 'BIC_FORM' });
  assert.deepEqual(refusedIban(german, '1OBADEFF'), { bic: 'BIC_FORM' });
  assert.deepEqual(refusedIban(german, 'BNPAFRPP'), { bic: 'BIC_COUNTRY' });
  assert.equal(accept('IBAN', { iban: french, bic: 'BNPAREPP' }).fields.bic, 'BNPAREPP');
  assert.equal(accept('IBAN', { iban: french, bic: 'BNPAFRPPXXX' }).fields.bic, 'BNPAFRPPXXX');
});

test('IBAN: what is only doubtful is a warning', () => {
  assert.deepEqual(accept('IBAN', { iban: 'DE89370400440532013000' }).warnings, []);
  const swiss = { iban: 'CH9300762011623852957' };
  assert.deepEqual(accept('IBAN', swiss).warnings, ['BIC_MISSING']);
  assert.deepEqual(accept('IBAN', { ...swiss, bic: 'UBSWCHZH80A' }).warnings, []);
});

test('US_BANK: routing and account number', () => {
  for (const routing of ['021000021', '011401533', '111000025'])
    assert.equal(accept('US_BANK', { ...us, routing }).fields.routing, routing);
  const bad = (more: TypedFields) => refused('US_BANK', { ...us, ...more });
  assert.deepEqual(bad({ routing: '021000022' }), { routing: 'ROUTING_CHECKSUM' });
  assert.deepEqual(bad({ routing: '02100002' }), { routing: 'ROUTING_DIGITS' });
  assert.deepEqual(bad({ routing: '000000000' }), { routing: 'ROUTING_RANGE' });
  assert.deepEqual(bad({ routing: '991000009' }), { routing: 'ROUTING_RANGE' });
  assert.deepEqual(bad({ routing: null }), { routing: 'ROUTING_REQUIRED' });
  assert.deepEqual(bad({ account: '123' }), { account: 'ACCOUNT_DIGITS' });
  assert.deepEqual(bad({ account: '1'.repeat(18) }), { account: 'ACCOUNT_DIGITS' });
  assert.deepEqual(bad({ account: '12A4' }), { account: 'ACCOUNT_DIGITS' });
  assert.deepEqual(bad({ account: '0000' }), { account: 'ACCOUNT_ZERO' });
  assert.deepEqual(bad({ account: '' }), { account: 'ACCOUNT_REQUIRED' });
  assert.deepEqual(bad({ accountType: 'current' }), { accountType: 'ACCOUNT_TYPE' });
  assert.deepEqual(accept('US_BANK', { ...us, routing: '0210-0002 1', wire: true }), {
    fields: { ...us, wire: true },
    warnings: ['WIRE'],
  });
  assert.equal(accept('US_BANK', { ...us, account: '0012 3456' }).fields.account, '00123456');
});

test('UK_BANK: sort code and account number', () => {
  assert.deepEqual(accept('UK_BANK', { ...uk, sortCode: '60-16-13' }).fields, uk);
  assert.deepEqual(accept('UK_BANK', { ...uk, account: '319 2681' }), {
    fields: { ...uk, account: '03192681' },
    warnings: ['PADDED'],
  });
  const bad = (more: TypedFields) => refused('UK_BANK', { ...uk, ...more });
  assert.deepEqual(bad({ sortCode: '60161' }), { sortCode: 'SORT_CODE_DIGITS' });
  assert.deepEqual(bad({ sortCode: '' }), { sortCode: 'SORT_CODE_REQUIRED' });
  assert.deepEqual(bad({ account: '12345' }), { account: 'UK_ACCOUNT_DIGITS' });
  assert.deepEqual(bad({ account: '123456789' }), { account: 'UK_ACCOUNT_DIGITS' });
});

test('SWIFT: account, BIC and bank', () => {
  const swift = {
    bic: 'DBSSSGSG',
    account: '0039-12345',
    bankName: ' DBS  Bank ',
    bankAddress: 'Singapore',
  };
  assert.deepEqual(accept('SWIFT', swift).fields, {
    bic: 'DBSSSGSG',
    account: '003912345',
    bankName: 'DBS Bank',
    bankAddress: 'Singapore',
  });
  assert.deepEqual(refused('SWIFT', {}), {
    bic: 'BIC_REQUIRED',
    account: 'ACCOUNT_REQUIRED',
    bankName: 'BANK_NAME_REQUIRED',
    bankAddress: 'BANK_ADDRESS_REQUIRED',
  });
  assert.deepEqual(refused('SWIFT', { ...swift, bankName: 'a'.repeat(141) }), {
    bankName: 'TEXT_FORM',
  });
  assert.deepEqual(refused('SWIFT', { ...swift, account: '12$4' }), { account: 'ACCOUNT_FORM' });
});

test('all errors are reported at once, and a field of another kind is one', () => {
  assert.deepEqual(refused('US_BANK', { routing: '1', account: 'x', iban: 'DE89' }), {
    routing: 'ROUTING_DIGITS',
    account: 'ACCOUNT_DIGITS',
    accountType: 'ACCOUNT_TYPE',
    iban: 'OTHER_KIND',
  });
  assert.ok('fields' in checkPayeeFields('UK_BANK', { ...uk, iban: '', bic: null }));
});

test('a holder has a name of one line', () => {
  assert.deepEqual(checkHolder('  Zoë  Müller\t'), { refused: 'HOLDER_FORM' });
  assert.deepEqual(checkHolder('  Zoë  Müller '), { holder: 'Zoë Müller' });
  assert.deepEqual(checkHolder('Zoe\u0308'), { holder: 'Zoë' });
  assert.deepEqual(checkHolder(' 12 '), { refused: 'HOLDER_REQUIRED' });
  assert.deepEqual(checkHolder('a'.repeat(141)), { refused: 'HOLDER_FORM' });
});
