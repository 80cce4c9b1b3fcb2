/** Any single changed character of a number with a checksum is rejected. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeKind } from '@nameloan/contracts/payee';
import { seeded } from '@nameloan/testkit/seeded';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { toChecksumAddress } from './chain/evm.ts';
import type { TypedFields } from './check-fields.ts';
import { checkPayeeFields } from './check-fields.ts';

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32Characters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const random = seeded(24);
const randomText = (length: number, alphabet: string) =>
  Array.from({ length }, () => random.pick([...alphabet])).join('');
const randomBytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const isAccepted = (kind: PayeeKind, typed: TypedFields) =>
  'fields' in checkPayeeFields(kind, typed);

/** Every text that differs in one character. */
function* changesOf(text: string, alphabet: string): Generator<string> {
  for (const [i, present] of [...text].entries())
    for (const other of alphabet)
      if (other !== present) yield text.slice(0, i) + other + text.slice(i + 1);
}

/** `text` is accepted and none of its changes is. */
function assertDetected(
  text: string,
  { alphabet, accepted }: { alphabet: string; accepted: (text: string) => boolean },
): void {
  assert.ok(accepted(text), text);
  for (const changed of changesOf(text, alphabet)) assert.ok(!accepted(changed), changed);
}

function withCheckDigits(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}

test('IBAN', () => {
  const accepted = (iban: string) => isAccepted('IBAN', { iban });
  for (let i = 0; i < 20; i++) {
    const german = withCheckDigits('DE', randomText(18, digits));
    const british = withCheckDigits('GB', randomText(4, letters) + randomText(14, digits));
    for (const iban of [german, british])
      assertDetected(iban, { alphabet: digits + letters, accepted });
  }
});

test('ABA routing number', () => {
  const accepted = (routing: string) =>
    isAccepted('US_BANK', { routing, account: '1234', accountType: 'checking' });
  for (const routing of ['021000021', '011401533', '111000025'])
    assertDetected(routing, { alphabet: digits, accepted });
});

test('base58check addresses of Bitcoin and Tron', () => {
  const { encode } = createBase58check(sha256);
  const versions: [PayeeKind, number][] = [
    ['BTC', 0x00],
    ['BTC', 0x05],
    ['TRON', 0x41],
  ];
  for (const [kind, version] of versions)
    for (let i = 0; i < 3; i++)
      assertDetected(encode(Uint8Array.from([version, ...randomBytes(20)])), {
        alphabet: base58,
        accepted: (address) => isAccepted(kind, { address }),
      });
});

test('Bech32 and Bech32m addresses of Bitcoin', () => {
  const accepted = (address: string) => isAccepted('BTC', { address });
  const words = (length: number) => bech32.toWords(randomBytes(length));
  for (let i = 0; i < 3; i++)
    for (const address of [
      bech32.encode('bc', [0, ...words(20)]),
      bech32.encode('bc', [0, ...words(32)]),
      bech32m.encode('bc', [1, ...words(32)]),
    ])
      assertDetected(address, { alphabet: bech32Characters, accepted });
});

test('EIP-55 addresses: another digit, or another case', () => {
  const accepted = (address: string) => isAccepted('EVM', { chainId: 1, address });
  // EIP-55 detects all but one in thousands of changes; these addresses and changes are always the same.
  const addresses = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    toChecksumAddress(`0x${randomText(40, '0123456789abcdef')}`),
  ];
  for (const address of addresses)
    assertDetected(address, { alphabet: '0123456789abcdefABCDEF', accepted });
});
