/** Known-good and known-bad details of each kind. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeKind } from '@nameloan/contracts/payee';
import { toChecksumAddress } from './chain/evm.ts';
import { evmChains, solanaTokens, tronTokens } from './chain/tokens.ts';
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

test('BTC: base58check and segwit addresses of the main network', () => {
  const good = [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ];
  for (const address of good) assert.deepEqual(accept('BTC', { address }).fields, { address });
  const upper = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
  assert.equal(accept('BTC', { address: upper }).fields.address, upper.toLowerCase());
  const bad: [string, string][] = [
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'BTC_CHECKSUM'],
    // BIP-350: Bech32 with version 1, Bech32m with version 0, a program of one byte.
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'BTC_CHECKSUM'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'BTC_CHECKSUM'],
    ['bc1pw5dgrnzv', 'BTC_CHECKSUM'],
    ['BC1SW50QGDZ25J', 'BTC_WITNESS'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'BTC_WITNESS'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'BTC_CHECKSUM',
    ],
    ['bc1gmk9yu', 'BTC_CHECKSUM'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'BTC_NETWORK'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'BTC_NETWORK'],
    ['bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BTC_MIXED_CASE'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'BTC_CHECKSUM'],
    ['', 'ADDRESS_REQUIRED'],
  ];
  for (const [address, refusal] of bad)
    assert.deepEqual(refused('BTC', { address }), { address: refusal }, address);
});

test('EVM: EIP-55 addresses, which are also the canonical form', () => {
  const reference = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  for (const address of reference) {
    assert.deepEqual(accept('EVM', { chainId: 1, address }), {
      fields: { chainId: 1, address },
      warnings: [],
    });
    for (const plain of [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      assert.deepEqual(accept('EVM', { chainId: 1, address: plain }), {
        fields: { chainId: 1, address },
        warnings: ['NO_CHECKSUM'],
      });
  }
  const bad: [string, string][] = [
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'EVM_CHECKSUM'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'EVM_FORM'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'EVM_FORM'],
    [`0x${'0'.repeat(40)}`, 'EVM_SYSTEM'],
    [`0x${'0'.repeat(39)}1`, 'EVM_SYSTEM'],
    [`0x${'0'.repeat(37)}100`, 'EVM_SYSTEM'],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'EVM_SYSTEM'],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'TOKEN_CONTRACT'],
    ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'TOKEN_CONTRACT'],
  ];
  for (const [address, refusal] of bad)
    assert.deepEqual(refused('EVM', { chainId: 1, address }), { address: refusal }, address);
});

test('EVM: chain and token', () => {
  const [address = ''] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'];
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  assert.deepEqual(refused('EVM', { address }), { chainId: 'CHAIN_REQUIRED' });
  assert.deepEqual(refused('EVM', { address, chainId: 0 }), { chainId: 'CHAIN_REQUIRED' });
  assert.deepEqual(accept('EVM', { address, chainId: 987_654 }).warnings, ['CHAIN_UNKNOWN']);
  assert.equal(accept('EVM', { address, chainId: 1, token: 'usdc' }).fields.token, usdc);
  assert.equal(accept('EVM', { address, chainId: 1, token: usdc }).fields.token, usdc);
  const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  assert.deepEqual(accept('EVM', { address, chainId: 1, token: other }).warnings, [
    'TOKEN_UNKNOWN',
  ]);
  const bad = (token: string) => refused('EVM', { address, chainId: 1, token });
  assert.deepEqual(bad('DOGE'), { token: 'TOKEN_FORM' });
  assert.deepEqual(bad(address), { token: 'TOKEN_SAME' });
});

test('SOLANA: 32 bytes, typed twice, and no token', () => {
  const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const cut = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1';
  assert.deepEqual(accept('SOLANA', { address, confirm: ` ${address} ` }).fields, { address });
  assert.deepEqual(refused('SOLANA', { address }), { confirm: 'CONFIRM_DIFFERS' });
  assert.deepEqual(refused('SOLANA', { address, confirm: cut }), { confirm: 'CONFIRM_DIFFERS' });
  const bad = (typed: string) => refused('SOLANA', { address: typed, confirm: typed });
  assert.deepEqual(bad('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), {
    address: 'SOLANA_SYSTEM',
  });
  assert.deepEqual(bad('1'.repeat(32)), { address: 'SOLANA_SYSTEM' });
  assert.deepEqual(bad(address.slice(0, -2)), { address: 'SOLANA_FORM' });
  assert.deepEqual(bad(`${address}1`), { address: 'SOLANA_FORM' });
  assert.deepEqual(bad(address.replace('7', '0')), { address: 'SOLANA_FORM' });
  const both = (mint: string) => checkPayeeFields('SOLANA', { address, confirm: address, mint });
  assert.deepEqual(both('USDC'), {
    fields: { address, mint: solanaTokens[0]?.address },
    warnings: [],
  });
  assert.deepEqual(both(address), { refused: { mint: 'TOKEN_SAME' } });
});

test('SOLANA: an address without a key, as half of all typing errors, is a warning', () => {
  const warningsOf = (address: string) => accept('SOLANA', { address, confirm: address }).warnings;
  assert.deepEqual(warningsOf('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'), []);
  // RFC 8032, section 7.1, test 1: the public key d75a9801…
  assert.deepEqual(warningsOf('FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'), []);
  const last = [...'bcdefghijkmn'].map(
    (letter) => `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAs${letter}`,
  );
  const doubtful = last.filter((address) => warningsOf(address).includes('OFF_CURVE')).length;
  assert.ok(doubtful >= 2 && doubtful <= 10, String(doubtful));
});

test('TRON: base58check of 21 bytes that start with 0x41, and no token', () => {
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  assert.deepEqual(accept('TRON', { address, token: 'USDT' }).fields, {
    address,
    token: tronTokens[0]?.address,
  });
  const bad = (typed: string) => refused('TRON', { address: typed });
  assert.deepEqual(bad('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), { address: 'TOKEN_CONTRACT' });
  assert.deepEqual(bad('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'), { address: 'TRON_CHECKSUM' });
  assert.deepEqual(bad('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), { address: 'TRON_CHECKSUM' });
  assert.deepEqual(bad('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'), { address: 'TRON_SYSTEM' });
});

test('the table of tokens has valid addresses', () => {
  for (const { tokens } of Object.values(evmChains))
    for (const { address } of tokens) assert.equal(toChecksumAddress(address), address);
  const [wallet] = ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'];
  for (const { address: mint } of solanaTokens)
    assert.deepEqual(accept('SOLANA', { address: wallet, confirm: wallet, mint }).warnings, []);
  for (const { address: token } of tronTokens)
    assert.deepEqual(
      accept('TRON', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', token }).warnings,
      [],
    );
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
