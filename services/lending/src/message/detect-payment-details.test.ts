/** The warning about payment details in chat: what could be paid to is warned of, and ordinary messages are not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPaymentDetails } from './detect-payment-details.ts';

const details: Record<string, string> = {
  'an IBAN': 'Please pay to DE89370400440532013000',
  'an IBAN in groups': 'New account: DE89 3704 0044 0532 0130 00, thanks!',
  'an IBAN with words after it': 'GB29 NWBK 6016 1331 9268 19 is mine now',
  'a lower-case IBAN with hyphens': 'gb29-nwbk-6016-1331-9268-19',
  'an IBAN in full-width digits': 'DE８９ ３７０４ ００４４ ０５３２ ０１３０ ００',
  'an IBAN with invisible characters': 'DE89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00',
  'an IBAN after its name without a space': 'IBANDE89370400440532013000',
  'an IBAN with dots': 'My account: de89.3704.0044.0532.0130.00.',
  'an IBAN with slashes on two lines': 'DE89/3704/0044/\n0532/0130/00',
  'an IBAN with a space after each character': [...'DE89370400440532013000'].join(' '),
  'a routing number next to its name': 'Is 021000021 the routing number of your bank?',
  'a routing number with dots next to its name': 'ABA: 021.000.021',
  'a sort code next to its name': 'My sort code is 60-16-13.',
  'a sort code without hyphens next to its name': 'sortcode 601613',
  'an account number next to its name': 'Account no.: 3192 6819',
  'an account number after its plural': 'Account nos: 31926819 and 31926820',
  'a sort code like a date': 'My sort code changed to 20-11-26.',
  'a BIC next to its name': 'BIC: COBADEFFXXX',
  'a US account with words': 'Routing number is 021000021 and my account 123456789012',
  'a US account without words': '021000021 / 123456789012',
  'a US account on two lines': 'ABA 011-401-533\nAccount: 4455667',
  'a UK account with words': 'Sort code 60-16-13, account number 31926819',
  'a UK account without words': '60-16-13 31926819',
  'a Bitcoin address': 'Send it to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.',
  'a Bitcoin address of a script': '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'a segwit address': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'an EVM address': 'usdc: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'an EVM address in groups': '0x5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed is new',
  'an EVM address without its prefix': '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'a Bitcoin address in groups': '1A1z P1eP 5QGe fi2D MPTf TL5S Lmv7 Divf Na',
  'a segwit address in groups': 'bc1q-w508-d6qe-jxtd-g4y5-r3za-rvar-y0c5-xw7k-v8f3-t4 please',
  'a Solana address in groups': '7S3P 4HxJ pyyi gGzo dYwH tCxZ yUQe 9JiB MHyR WXAr AaKv',
  'a Tron address in groups': 'TJCnK.sPa7y.5okkX.vQAid.ZBzqx.3QyQ6.sxMW',
  'an EVM address in a link':
    'https://etherscan.io/address/0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  'a Solana address': '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  'a Tron address': 'TRX: TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
};

const ordinary: Record<string, string> = {
  nothing: '',
  'phone numbers': 'Call me: +49 170 1234567, (415) 555-2671 or 020 7946 0958',
  'a phone number and an amount': 'My number is 555-123-4567, I sent 12345678 yesterday',
  dates: 'From 2026-11-27 to 27.11.2026, 11/27/2026, 20261127 and 27-11-26',
  'a date like a sort code with a date like an account': '27-11-26 20261127',
  amounts: 'That is $1,500.00 at 12.5 %, so 1517.26 in 90 days',
  'domain names':
    'harborline.com, xn--mnchen-3ya.example and a-very-long-name-that-someone-registered-in-1999.com',
  'a hash of 64 hexadecimal digits':
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'a transaction hash': '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  'a Solana signature':
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  'an MD5 hash': 'd41d8cd98f00b204e9800998ecf8427e',
  'an identifier': '5f8e4f7c-4a53-4c8e-9d55-0b8f5a8f4a11',
  'a loan number': 'Loan 6740a1b2c3d4e5f601234567',
  'the payment reference': 'I used NL7K2Q9D4M and RF45NL7K2Q9D4M',
  'an IBAN with a wrong check digit': 'DE89370400440532013001',
  'a transaction hash in groups':
    '0x88df 0164 2968 9c07 9f3b 2f6a d39f a052 532c 5679 5b73 3da7 8a91 ebe6 a713 944b',
  'a commit': 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'a transfer by SWIFT': 'Is a SWIFT transfer OK for you? My bank offers SWIFT or wire.',
  'words about accounts': 'My account was opened in 2019, number 3 on 27-11-26 at 10:45',
  'an account that works now': 'My account now works, see you on 27.11.2026.',
  'an account that is not verified': 'Your account not verified since 2026-11-27',
  'a notice about an account': 'account notice: call 415 555 0132',
  'an account that is gone': 'I have that account no longer, call 415 555 0132',
  'a date next to the name of a sort code': 'I will send the sort code on 27/11/26',
  'a date in hyphens next to the name of a sort code': 'You get the sort code by 27-11-26',
  'a date next to the name of a number': 'Account number: sent 27.11.2026, or on 20261127',
  'columns of numbers': '12 34 56 78 90 11 '.repeat(200),
  'columns of words': 'Tom Ann Bob Ivy '.repeat(200),
  'a parcel': 'The parcel 021000021 is in transit, account for 2 days',
  'a routing number alone': 'Is 021000021 the number of your bank?',
  'a long word': 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'a link': 'https://example.com/listings?sort=newest&min_amount=1000&max_amount=5000#token=abc',
  'a picture': 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'a product number': 'ISBN 978-3-16-148410-0, order 123456789, invoice 98765432',
  'Bitcoin with a typing error': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
};

for (const [name, message] of Object.entries(details)) {
  test(`${name} is warned of`, () => assert.equal(hasPaymentDetails(message), true));
}
for (const [name, message] of Object.entries(ordinary)) {
  test(`${name}: no warning`, () => assert.equal(hasPaymentDetails(message), false));
}
