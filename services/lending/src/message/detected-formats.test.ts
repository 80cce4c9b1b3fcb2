/** Properties of the warning: every way to write details down is warned of, and no ordinary sentence is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChecksumAddress } from '@nameloan/payee-details/evm';
import { seeded } from '@nameloan/testkit/seeded';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { hasPaymentDetails } from './detect-payment-details.ts';

const random = seeded(24);
const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const text = (length: number, alphabet = digits): string =>
  Array.from({ length }, () => random.pick([...alphabet])).join('');
const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const inGroups = (value: string, size: number, separator: string): string =>
  (value.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);

const before = ['', 'Hi! ', 'New account: ', 'please use (', 'I moved banks, so\n', 'iban '];
const behind = ['', '.', ' thanks', '!\nBest, Lin', ' for 2026', ') from now on', ', ok?'];
const inSentence = (value: string) => `${random.pick(before)}${value}${random.pick(behind)}`;
const assertWarned = (value: string) => {
  const message = inSentence(value);
  assert.ok(hasPaymentDetails(message), JSON.stringify(message));
};

function withCheckDigits(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}
const ibans = [
  () => withCheckDigits('DE', text(18)),
  () => withCheckDigits('AT', text(16)),
  () => withCheckDigits('CH', text(17)),
  () => withCheckDigits('GB', text(4, letters) + text(14)),
  () => withCheckDigits('NL', text(4, letters) + text(10)),
];
const separators = [
  ' ',
  '.',
  '-',
  '/',
  '_',
  ' - ',
  '. ',
  '\n',
  '\u2009',
  '\u2011',
  ' \u00b7 ',
  '  ',
];

test('an IBAN in groups of any size, with any separator, in capital or small letters', () => {
  for (let i = 0; i < 1_500; i += 1) {
    const grouped = inGroups(random.pick(ibans)(), 1 + random.below(8), random.pick(separators));
    // A country in one group with its digits, or in single characters.
    if (!/^[A-Z]{2}/.test(grouped) && !/^[A-Z][ .-][A-Z][ .-]\d[ .-]/.test(grouped)) continue;
    if (/^[A-Z]{2}\d?[^A-Z\d][^\d ]/.test(grouped) || /^.{2,3}[^A-Z\d]{2}/.test(grouped)) continue;
    if (/^[A-Z]{2}\d?[^A-Z\d .-]/.test(grouped.normalize('NFKC'))) continue;
    assertWarned(random.oneIn(3) ? grouped.toLowerCase() : grouped);
  }
});

test('an address of each chain, as a word and in groups', () => {
  const base58check = createBase58check(sha256);
  const versioned = (version: number) => base58check.encode(Uint8Array.of(version, ...bytes(20)));
  const segwit = (version: number, length: number) =>
    (version === 0 ? bech32 : bech32m).encode('bc', [version, ...bech32.toWords(bytes(length))]);
  const addresses = [
    () => versioned(0x00),
    () => versioned(0x05),
    () => versioned(0x41),
    () => segwit(0, 20),
    () => segwit(1, 32),
    () => toChecksumAddress(`0x${hex.encode(bytes(20))}`),
    () => `0x${hex.encode(bytes(20))}`,
    () => base58.encode(Uint8Array.of(200, ...bytes(31))),
  ];
  for (let i = 0; i < 1_500; i += 1) {
    const address = random.pick(addresses)();
    const [prefix, rest] = address.startsWith('0x') ? ['0x', address.slice(2)] : ['', address];
    const grouped = inGroups(rest, 3 + random.below(6), random.pick([' ', '-', '.', ' - ', '\n']));
    assertWarned(random.oneIn(3) ? address : `${prefix}${grouped}`);
  }
});

test('a routing number, a sort code and an account number next to a word that names them', () => {
  for (let i = 0; i < 1_000; i += 1) {
    const start = `0${1 + random.below(9)}${text(6)}`;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = [...start].map(Number);
    const last = (10 - ((3 * (a + d + g) + 7 * (b + e + h) + c + f) % 10)) % 10;
    const routing = inGroups(`${start}${last}`, 3, random.pick(['', ' ', '-', '.']));
    // Dots of a date would make it one.
    const sortCode = random.pick([
      inGroups(text(6), 2, random.pick(['', ' ', '-'])),
      `${text(2)}.${40 + random.below(60)}.${text(2)}`,
    ]);
    const account = text(6 + random.below(11));
    const is = random.pick([' ', ': ', ' is ', ' = ', ' (US) is ', '\t']);
    assertWarned(`${random.pick(['Routing', 'routing number', 'ABA', 'RTN no.'])}${is}${routing}`);
    assertWarned(`${random.pick(['sort code', 'Sort-Code', 'sortcode'])}${is}${sortCode}`);
    assertWarned(`${random.pick(['account number', 'Acct no.', 'a/c #'])}${is}${account}`);
    assertWarned(`${routing} is my routing number`);
  }
});

const two = () => String(1 + random.below(28)).padStart(2, '0');
const month = () => String(1 + random.below(12)).padStart(2, '0');
const words = 'the loan domain and you can ask wait until Lin Okafor says when with from this that';
const word = () => random.pick(words.split(' '));
const ordinary: readonly (() => string)[] = [
  () =>
    `Due ${2020 + random.below(9)}-${month()}-${two()} or ${two()}.${month()}.2027 at ${two()}:15`,
  () => `from ${month()}/${two()}/27 to ${two()}-${month()}-27`,
  () =>
    `That is $${1 + random.below(99)},${text(3)}.${text(2)} at ${random.below(40)}.${text(1)} %`,
  () => `EUR ${1 + random.below(9)}.${text(3)},${text(2)} in ${random.below(365)} days`,
  () => `Call me: +${1 + random.below(89)} ${text(3)} ${text(7)}`,
  () => `my phone is (${text(3)}) ${text(3)}-${text(4)}, or 020 ${text(4)} ${text(4)}`,
  () => `${text(7, 'abcdefghij')}.com, xn--${text(6, 'abcd1234')}.example and ${text(4)}.io`,
  () => `tracking 1Z${text(16, `${digits}${letters}`)} or RR${text(9)}GB`,
  () => `parcel ${text(12)}, order #${text(7)} and ticket ABC-${text(5)}`,
  () => `hash ${hex.encode(bytes(32))} and commit ${hex.encode(bytes(20))}`,
  () => `loan ${hex.encode(bytes(12))}, session ${hex.encode(bytes(4))}-${hex.encode(bytes(2))}`,
  () => `reference NL${text(8, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
  () => Array.from({ length: 14 }, word).join(' '),
  () => `rated ${random.below(100)}.${text(2)} of ${text(4)} names, ${text(2)} of them .dev`,
  () => `IPv4 ${text(2)}.${text(2)}.${text(2)}.${text(2)}, port ${text(4)}`,
  () =>
    `${random.pick(['My account now works', 'Your account not verified', 'account notice'])}, see you on ${two()}.${month()}.2027`,
  () => `your account not verified since 20${10 + random.below(90)}-${month()}-${two()}`,
  () => `account notice: call 415 555 ${text(4)}`,
  () => `I will send the sort code ${random.pick(['on', 'by'])} ${two()}/${month()}/27`,
  () =>
    `my account was opened in ${2000 + random.below(26)} and the bank is closed on ${two()} May`,
];

test('no ordinary sentence with dates, prices, phone numbers, names or identifiers', () => {
  for (let i = 0; i < 6_000; i += 1) {
    const parts = Array.from({ length: 1 + random.below(4) }, () => random.pick(ordinary)());
    const message = parts.join(random.pick(['. ', '\n', ', ', '; and ']));
    assert.ok(!hasPaymentDetails(message), JSON.stringify(message));
  }
});
