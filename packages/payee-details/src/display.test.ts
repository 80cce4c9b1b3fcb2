/** Short forms, groups and fingerprints. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeKind } from '@nameloan/contracts/payee';
import { namePayeeKind } from '@nameloan/contracts/payee';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from '@scure/base';
import { solanaTokens, tronTokens } from './chain/tokens.ts';
import { groupValue, maskPayee } from './display.ts';
import { computeFingerprint } from './fingerprint.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

test('a short form of a bank account shows its end, and which bank it is at', () => {
  assert.equal(maskPayee('IBAN', { iban: 'DE89370400440532013000' }), 'DE •••• 3000');
  assert.equal(
    maskPayee('US_BANK', { routing: '021000021', account: '123456789' }),
    'Routing •••• 0021 · •••• 6789',
  );
  assert.equal(
    maskPayee('UK_BANK', { sortCode: '601613', account: '31926819' }),
    'Sort code ••-••-13 · •••• 6819',
  );
  assert.equal(
    maskPayee('SWIFT', { bic: 'DBSSSGSGXXX', account: '003912345' }),
    'DBSSSGSG •••• 2345',
  );
});

test('the chain of an address is named once: by its short form, or by its kind before one of a former release', () => {
  const masked = maskPayee('EVM', { chainId: 8453, address });
  assert.equal(namePayeeKind({ kind: 'EVM', masked }), 'Address');
  const former = Object.entries({
    BTC: 'Bitcoin address',
    EVM: 'EVM address',
    SOLANA: 'Solana address',
    TRON: 'Tron address',
  } as const);
  for (const [kind, name] of former)
    assert.equal(namePayeeKind({ kind: kind as PayeeKind, masked: '0x5aAe…1BeAed' }), name);
  const bank = maskPayee('US_BANK', { routing: '021000021', account: '123456789' });
  assert.equal(namePayeeKind({ kind: 'US_BANK', masked: bank }), 'US account');
});

test('a short form of an address shows chain, coin and both ends, so that no two of them look alike', () => {
  const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';
  const tron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
  const masks = [
    maskPayee('BTC', { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }),
    maskPayee('EVM', { chainId: 1, address }),
    maskPayee('EVM', { chainId: 8453, address }),
    maskPayee('EVM', { chainId: 8453, address, token: usdcOnBase }),
    maskPayee('EVM', { chainId: 1, address, token: usdcOnBase }),
    maskPayee('EVM', { chainId: 5, address }),
    maskPayee('SOLANA', { address: solana }),
    maskPayee('SOLANA', { address: solana, mint: solanaTokens[0]?.address }),
    maskPayee('TRON', { address: tron }),
    maskPayee('TRON', { address: tron, token: tronTokens[0]?.address }),
  ];
  assert.deepEqual(
    masks,
    [
      'Bitcoin · 1A1zP1…DivfNa',
      'Ethereum · ETH · 0x5aAe…1BeAed',
      'Base · ETH · 0x5aAe…1BeAed',
      'Base · USDC · 0x5aAe…1BeAed',
      'Ethereum · token 0x8335…A02913 · 0x5aAe…1BeAed',
      'Chain 5 · 0x5aAe…1BeAed',
      'Solana · SOL · 7S3P4H…rAaKv',
      'Solana · USDC · 7S3P4H…rAaKv',
      'Tron · TRX · TJCnKs…Q6sxMW',
      'Tron · USDT · TJCnKs…Q6sxMW',
    ].map((mask) => mask.replace('…rAaKv', `…${solana.slice(-6)}`)),
  );
});

test('a short form never shows more than half of an account number', () => {
  const endOf = (account: string) =>
    maskPayee('US_BANK', { routing: '021000021', account }).split(' · ')[1];
  assert.equal(endOf('1234'), '•••• 34');
  assert.equal(endOf('12345'), '•••• 45');
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
