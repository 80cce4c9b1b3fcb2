/** Reading of lists: exports of registrars and marketplaces with re-typed headers, and plain lists. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, maxImportedNames, readNames } from './read-names.ts';

const read = (text: string) => readNames(text).map(({ line, input }) => `${line} ${input}`);

/** Header and a row of each export, and the names read from it. */
const files: Record<string, [text: string, names: string[]]> = {
  GoDaddy: [
    'Domain Name,International Domain Name,TLD,Expiration Date,Renewal Price,Estimated Value,Registrant First Name,Registrant Email\r\n' +
      'harbor.com,,com,2027-05-01,$ 22.00,"$ 1,402.00",Ann,ann@secret.example\r\n' +
      'xn--bcher-kva.com,bücher.com,com,2027-05-01,$ 22.00,,Ann,ann@secret.example\r\n',
    ['2 harbor.com', '3 xn--bcher-kva.com'],
  ],
  Namecheap: [
    '"Domain Name","Domain privacy protection status","Domain expiration date"\n"harbor.com","ON","Dec 14 2027"\n',
    ['2 harbor.com'],
  ],
  'Dynadot, with a mark and two equal headers': [
    '\uFEFFDomain,Renewal Status,Punycode,Name Server,Registration Date,Registration Date,Folder\nharbor.com,auto,harbor.com,NS:ns1.x.net,2026/04/25,1777,Best\n',
    ['2 harbor.com'],
  ],
  Spaceship: [
    'Domain,Nameservers,Category,DNS Preset\nharbor.com,ns1.x.net ns2.x.net,,Custom\n',
    ['2 harbor.com'],
  ],
  'Sedo, with semicolons and a second source of the name': [
    'Language;Domain name;Currency;Price;Currency;"Domain Name (ACE)"\nen;harbor.com;USD;1,200;USD;\nde;;USD;900;USD;xn--bcher-kva.com\n',
    ['2 harbor.com', '3 xn--bcher-kva.com'],
  ],
  Afternic: [
    '*Name (Required),*Minimum Offer (Required),Reserve Price\nharbor.com,100,0\n',
    ['2 harbor.com'],
  ],
  'Dan, with a title': [
    'Your portfolio\nDomain name,Buy now price,Description\nharbor.com,100,"two\nlines, each with text"\nlight.com,1,\n',
    ['3 harbor.com', '5 light.com'],
  ],
  'Efty, with tabs and an empty line': [
    'Domain\tPurchase price\n\nharbor.com\t0.00\n',
    ['3 harbor.com'],
  ],
  'a table without a header': [
    '1,harbor.com,2027-01-01\n2,light.com,2027-01-01\n',
    ['1 harbor.com', '2 light.com'],
  ],
  'a row without its name': ['Domain,Price\n,12\nharbor.com,13\n', ['2 ', '3 harbor.com']],
  'a plain list': [
    'harbor.com\n\nlight.com, "bücher.com";dock.net\tpier.org  \r\n',
    ['1 harbor.com', '3 light.com', '3 bücher.com', '3 dock.net', '3 pier.org'],
  ],
  'a list under a header': ['Domain\nharbor.com, light.com\n', ['2 harbor.com', '2 light.com']],
  'names of several columns, one misspelled': [
    'harbor.com, light\ndock.net, pier.org, sand.com\n',
    ['1 harbor.com', '1 light', '2 dock.net', '2 pier.org', '2 sand.com'],
  ],
  'a list of addresses': [
    "https://harbor.com/; https://light.com\n'dock.net'; 'pier.org'",
    ['1 https://harbor.com/', '1 https://light.com', '2 dock.net', '2 pier.org'],
  ],
  'quotes inside cells': [
    'Domain,Note\n"harbor.com" ,"a ""b"" c"\n"li"ght.com","a "x" b, c"  \n',
    ['2 harbor.com', '3 li"ght.com'],
  ],
  'an open quote': ['Domain,Note\n"harbor.com,1\nlight.com,2\n', ['2 harbor.com,1\nlight.com,2']],
};

for (const [source, [text, names]] of Object.entries(files)) {
  test(`the names are read from ${source}`, () => {
    assert.deepEqual(read(text), names);
  });
}

for (const text of [
  'Nom de domaine;Titulaire;Email;Ville\nexample-one.com;Jean Dupont;jean@dupont.fr;Paris\n',
  'Mes noms\nNom de domaine\tEmail\nexample-one.com\tjean@dupont.fr\n',
  'Nom de domaine,Email\nexample-one.com,\n',
  'example-one.com,Jean Dupont,jean.dupont.fr\nexample-two.com,Paul Martin,paul@martin.fr\nexample.net,A B,b.fr\n',
  'Domains\nNom de domaine;Email\nexample-one.com;jean@dupont.fr\n',
]) {
  test(`a table without a known column of names is rejected: ${JSON.stringify(text.slice(0, 30))}`, () => {
    assert.throws(() => readNames(text), { code: 'INVALID_INPUT', message: /several columns/ });
  });
}

test('a line may hold all names of a list, and a table has at most 200 columns', () => {
  const names = Array.from({ length: maxImportedNames }, (_, i) => `n${i}.com`);
  for (const separator of [',', '; ', '\t', ' '])
    assert.equal(readNames(names.join(separator)).length, maxImportedNames);
  assert.equal(readNames(`Domain${',x'.repeat(199)}\na.com${',1'.repeat(199)}`).length, 1);
  assert.throws(() => readNames(`Domain,Price\na.com,1\nb.com${',1'.repeat(200)}`), {
    code: 'INVALID_INPUT',
    message: 'Line 3 has more than 200 columns.',
  });
});

test('UTF-8, UTF-16 and the Western code page give the same names', () => {
  const text = 'Domain\tPrice\nbücher.com\t1\n';
  const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const bytes of [Buffer.from(text), wide, Buffer.from(wide).swap16(), latin])
    assert.deepEqual(read(decodeText(bytes)), ['2 bücher.com']);
});

test('one name more than the maximum is rejected as a whole, and so is a list without names', () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => `n${i}.com`).join('\n');
  assert.equal(readNames(list(maxImportedNames)).length, maxImportedNames);
  for (const text of [
    list(maxImportedNames + 1),
    `Domain,Price\n${list(maxImportedNames + 1).replaceAll('\n', ',1\n')}`,
    `Domain,Price\n${'\n'.repeat(20_000)}`,
  ])
    assert.throws(() => readNames(text), { code: 'TOO_LARGE' });
  for (const text of ['', ' \n\n', '\uFEFF', 'Domain,Price\n'])
    assert.throws(() => readNames(text), { code: 'INVALID_INPUT' });
});

/** Header and a row of each export, and what the file says about the name. */
const hints: Record<string, [text: string, expiresOn: string | null, registrar: string | null]> = {
  GoDaddy: ['Domain Name,Expiration Date,Auto-renew\na.com,2027-05-01,On\n', '2027-05-01', null],
  'GoDaddy, older': ['Domain Name,Expiration Date\na.com,5/31/2027 12:00 AM\n', '2027-05-31', null],
  Namecheap: ['Domain Name,Domain expiration date\na.com,Dec 14 2027\n', '2027-12-14', null],
  Dynadot: [
    'Domain,Expiration Date,Expiration Date Timestamp\na.com,2026/04/25 07:59 PRC,1777075140000\n',
    '2026-04-25',
    null,
  ],
  'a list with a registrar': [
    'Name;Registrar;Expires on;Registrant Email\na.com; Example  Registrar ;1.02.2028;x@y.example\n',
    '2028-02-01',
    'Example Registrar',
  ],
  'a day before the month, as another line shows': [
    'Domain,Expiry\na.com,03/04/2027\nb.com,25/12/2027\n',
    '2027-04-03',
    null,
  ],
  'a British day': ['Domain,Expires\na.com,4 March 2027\n', '2027-03-04', null],
};

for (const [source, [text, expiresOn, registrar]] of Object.entries(hints)) {
  test(`the expiry and the registrar are read from ${source}`, () => {
    assert.deepEqual(readNames(text)[0]?.hints, { expiresOn, registrar });
  });
}

test('what is no day or a contact’s address is no hint', () => {
  for (const cells of [
    '2027-02-30,x@y.example',
    '31/31/2027,\u200b',
    '99/99/9999,',
    'never,   ',
    `1777075140000,${'x'.repeat(101)}`,
    '0000-00-00,\u0000',
    '2027-05-011,',
  ])
    assert.deepEqual(
      readNames(`Domain,Expires,Registrar\na.com,${cells}\n`),
      [{ line: 2, input: 'a.com' }],
      cells,
    );
});
