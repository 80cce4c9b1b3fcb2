/** Known-good and known-bad chain addresses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeKind } from '@nameloan/contracts/payee';
import { toChecksumAddress } from './chain/evm.ts';
import { evmChains, solanaTokens, tronTokens } from './chain/tokens.ts';
import type { TypedFields } from './check-fields.ts';
import { checkPayeeFields } from './check-fields.ts';

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
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
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
  const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  for (const { address: mint } of solanaTokens)
    assert.deepEqual(accept('SOLANA', { address: wallet, confirm: wallet, mint }).warnings, []);
  for (const { address: token } of tronTokens)
    assert.deepEqual(
      accept('TRON', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', token }).warnings,
      [],
    );
});
