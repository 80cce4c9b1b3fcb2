/** Short forms, groups and fingerprints. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from '@scure/base';
import { groupValue, maskPayee } from './display.ts';
import { computeFingerprint } from './fingerprint.ts';

test('a short form shows the end of a bank account, and both ends of an address', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  assert.equal(maskPayee('IBAN', { iban: 'DE89370400440532013000' }), 'DE •••• 3000');
  assert.equal(maskPayee('US_BANK', { routing: '021000021', account: '123456789' }), '•••• 6789');
  assert.equal(maskPayee('UK_BANK', { sortCode: '601613', account: '31926819' }), '•••• 6819');
  assert.equal(
    maskPayee('SWIFT', { bic: 'DBSSSGSGXXX', account: '003912345' }),
    'DBSSSGSG •••• 2345',
  );
  assert.equal(maskPayee('EVM', { chainId: 1, address }), '0x5aAe…1BeAed');
});

test('a short form never shows more than half of an account number', () => {
  assert.equal(maskPayee('US_BANK', { account: '1234' }), '•••• 34');
  assert.equal(maskPayee('US_BANK', { account: '12345' }), '•••• 45');
  assert.equal(maskPayee('SWIFT', { bic: 'DBSSSGSG', account: '7' }), 'DBSSSGSG ••••');
});

test('a payer compares groups of four', () => {
  assert.deepEqual(
    groupValue('iban', 'DE89370400440532013000').join(' '),
    'DE89 3704 0044 0532 0130 00',
  );
  assert.deepEqual(groupValue('address', '0x5aAeb6053F3E').join(' '), '0x5aAe b605 3F3E');
  assert.deepEqual(groupValue('sortCode', '601613'), ['60', '16', '13']);
  assert.deepEqual(groupValue('bankName', 'DBS Bank'), ['DBS Bank']);
  assert.deepEqual(groupValue('account', ''), ['']);
});

test('a fingerprint is of the canonical JSON, so neither the order of fields nor an absent one counts', () => {
  const details = { kind: 'IBAN', holder: 'Ada', salt: 'abc' } as const;
  const fields = { iban: 'DE89370400440532013000', bic: 'COBADEFF' };
  const text =
    '{"fields":{"bic":"COBADEFF","iban":"DE89370400440532013000"},"holder":"Ada","kind":"IBAN","salt":"abc"}';
  const expected = hex.encode(sha256(utf8.decode(text))).slice(0, 8);
  assert.equal(computeFingerprint({ ...details, fields }), expected);
  const other = { address: undefined, bic: 'COBADEFF', iban: 'DE89370400440532013000' };
  assert.equal(computeFingerprint({ ...details, fields: other }), expected);
});

test('a fingerprint changes with every detail, and with the payee', () => {
  const details = {
    kind: 'UK_BANK',
    holder: 'Ada',
    salt: 'abc',
    fields: { account: '1', sortCode: '2' },
  } as const;
  const all = [
    details,
    { ...details, holder: 'Ade' },
    { ...details, kind: 'US_BANK' as const },
    { ...details, salt: 'abd' },
    { ...details, fields: { account: '2', sortCode: '1' } },
  ].map(computeFingerprint);
  assert.equal(new Set(all).size, all.length);
});
