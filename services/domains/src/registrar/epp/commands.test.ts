/** Every frame that the client builds, validated against the schemas of the RFCs and with hostile input. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contactAndDsCommands } from '../../testing/contact-commands.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { Command } from './commands.ts';
import {
  acknowledgeMessage,
  commandXml,
  domainNamespace,
  helloXml,
  hostNamespace,
  login,
  logout,
  pollQueue,
} from './commands.ts';
import {
  domainCheck,
  domainInfo,
  domainRenew,
  domainTransfer,
  domainUpdate,
} from './domain-commands.ts';
import { hostCheck, hostCreate } from './host-commands.ts';
import { rfcProfile } from './profile.ts';
import { escapeXml, find, findText, InvalidXmlError, readXml } from './xml.ts';

const { feeNamespace } = rfcProfile;
const schemas = fileURLToPath(new URL('../../../../../../shared/spec/epp/', import.meta.url));
const missing = existsSync(`${schemas}epp-1.0.xsd`)
  ? false
  : 'the schemas of the RFCs are not on this machine';

/** The definitions of RFC 8748's schema that a check and an order use, written here because the RFC's file is not in the repository. */
const feeSchema = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:fee="${feeNamespace}" targetNamespace="${feeNamespace}"
  elementFormDefault="qualified"><element name="check"><complexType><sequence>
  <element name="currency" minOccurs="0"><simpleType><restriction base="string"><pattern value="[A-Z]{3}"/></restriction></simpleType></element>
  <element name="command" maxOccurs="unbounded"><complexType><sequence>
  <element name="period" minOccurs="0"><complexType><simpleContent><extension base="unsignedShort">
  <attribute name="unit" use="required"/></extension></simpleContent></complexType></element>
  </sequence><attribute name="name" use="required"/></complexType></element>
  </sequence></complexType></element>
  <element name="transfer" type="fee:order"/><element name="renew" type="fee:order"/>
  <complexType name="order"><sequence><element name="currency" minOccurs="0" type="string"/>
  <element name="fee" maxOccurs="unbounded" type="decimal"/></sequence></complexType></schema>`;

const hostileCodes = [
  ']]>',
  '<pw>&amp;</pw>',
  '"\'&<>',
  '</domain:pw></domain:authInfo><domain:name>evil.com</domain:name>',
  '<![CDATA[x]]>',
  '<!--',
  '&#x41;&lt;',
  'ünïcödé 😀',
  ' spaces at both ends ',
  'x'.repeat(255),
];

const loginFields = {
  clientId: 'Nameloan',
  password: 'p<&>"word',
  objects: [domainNamespace, hostNamespace],
  extensions: [feeNamespace],
};

const someNames = ['example.com', 'xn--bcher-kva.de'];

const commands: readonly Command[] = [
  login(loginFields),
  login({ ...loginFields, extensions: [] }),
  logout,
  pollQueue,
  acknowledgeMessage('12345'),
  acknowledgeMessage('<odd>&"id"'),
  domainCheck(someNames),
  domainCheck(someNames, 2),
  domainInfo('example.com'),
  domainTransfer({ op: 'query', name: 'example.com' }),
  domainTransfer({ op: 'cancel', name: 'example.com' }),
  domainTransfer({ op: 'reject', name: 'example.com' }),
  ...hostileCodes.flatMap((authCode) => [
    domainInfo('example.com', authCode),
    domainTransfer({ op: 'request', name: 'example.com', authCode, order: { years: 1 } }),
    domainTransfer({ op: 'query', name: 'example.com', authCode }),
    domainTransfer({ op: 'cancel', name: 'example.com', authCode }),
    domainUpdate('example.com', { authCode }),
  ]),
  domainUpdate('example.com', {
    addStatuses: ['clientTransferProhibited', 'clientUpdateProhibited', 'clientDeleteProhibited'],
    removeStatuses: ['clientHold'],
    addNameservers: ['ns1.example.net', 'ns2.example.net'],
    removeNameservers: ['ns3.example.net'],
    authCode: 'fresh-Code-1',
  }),
  domainUpdate('example.com', { addNameservers: ['ns1.example.net'] }),
  domainRenew('example.com', new Date('2027-02-28T23:59:59.999Z'), { years: 10 }),
  domainRenew('example.com', new Date('2027-02-28'), { years: 1, agreedCents: 5 }),
  domainTransfer({
    ...{ op: 'request', name: 'example.com', authCode: 'code-12' },
    order: { years: 2, agreedCents: 123_450 },
  }),
  ...contactAndDsCommands,
  hostCheck(['ns1.example.net', 'ns2.example.net']),
  hostCreate('ns1.example.net'),
];

test('every frame is valid against the schemas of the RFCs', { skip: missing }, async () => {
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm');
  const { xmlRegisterFsInputProviders } = await import('libxml2-wasm/lib/nodejs.mjs');
  xmlRegisterFsInputProviders();
  const imports = ['epp-1.0', 'domain-1.0', 'host-1.0', 'contact-1.0', 'secDNS-1.1'].map(
    (name) =>
      `<import namespace="urn:ietf:params:xml:ns:${name}" schemaLocation="${schemas}${name}.xsd"/>`,
  );
  const validatorOf = (schema: string) => XsdValidator.fromDoc(XmlDocument.fromString(schema));
  const rfcs = validatorOf(
    `<schema xmlns="http://www.w3.org/2001/XMLSchema">${imports.join('')}</schema>`,
  );
  const fees = validatorOf(feeSchema);
  const validate = (validator: typeof rfcs, xml: string) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
  };
  validate(rfcs, helloXml());
  for (const command of commands) {
    // The extension has its own schema, so each is validated against its own.
    validate(rfcs, commandXml({ ...command, extension: undefined }, 'NL-test-1'));
    const isDs = command.extension?.startsWith('<secDNS:');
    if (command.extension) validate(isDs ? rfcs : fees, command.extension);
  }
  const wrong = commandXml({ ...logout, verb: '<transfer op="steal"/>' }, 'NL-test-1');
  assert.throws(() => validate(rfcs, wrong), 'the schemas are applied');
});

test('any code arrives unchanged and affects no other element', () => {
  for (const authCode of hostileCodes) {
    const command = domainTransfer({
      op: 'request',
      name: 'example.com',
      authCode,
      order: { years: 1 },
    });
    const root = readXml(commandXml(command, 'NL-test-1'));
    const transfer = find(root, 'command', 'transfer', 'transfer');
    assert.deepEqual(
      transfer?.children.map((child) => child.name),
      ['name', 'period', 'authInfo'],
    );
    assert.equal(findText(transfer, 'name'), 'example.com');
    assert.equal(findText(transfer, 'authInfo', 'pw'), authCode.trim());
    assert.ok(
      command.verb.includes(`<domain:pw>${escapeXml(authCode)}</domain:pw>`),
      'blanks and all',
    );
  }
});

test('a code that XML cannot represent or would change is rejected before anything is sent', () => {
  for (const authCode of [
    '',
    'a\u0000b',
    'a\nb',
    'a\tb',
    'a\rb',
    'a\u001bb',
    '\ud800',
    'a\uffff',
    'x'.repeat(256),
  ]) {
    for (const make of [
      () => domainTransfer({ op: 'request', name: 'example.com', authCode, order: { years: 1 } }),
      () => domainInfo('example.com', authCode),
      () => domainUpdate('example.com', { authCode }),
    ]) {
      assert.throws(make, (error) => {
        assert.ok(error instanceof EppInvalidInputError);
        assert.equal(error.field, 'authCode');
        if (authCode.length > 1)
          assert.ok(!error.message.includes(authCode), 'the code is not repeated');
        return true;
      });
    }
  }
});

test('only names in lower-case A-labels are ever sent', () => {
  const names = [
    '',
    'com',
    'Example.com',
    'exa mple.com',
    'bücher.de',
    'a..com',
    '-a.com',
    'a.com.',
    'a<b.com',
  ];
  for (const name of [
    ...names,
    `${'a'.repeat(64)}.com`,
    `${'abcdefg.'.repeat(32)}com`,
    'a\u0000.com',
  ]) {
    for (const make of [
      () => domainCheck([name], 1),
      () => domainInfo(name),
      () => domainTransfer({ op: 'request', name, authCode: 'code-12', order: { years: 1 } }),
      () => domainUpdate('example.com', { addNameservers: [name] }),
      () => domainRenew(name, new Date(), { years: 1 }),
      () => hostCreate(name),
    ]) {
      assert.throws(make, EppInvalidInputError, name);
    }
  }
  assert.throws(() => domainCheck([]), EppInvalidInputError);
  assert.throws(() => domainCheck(Array.from({ length: 51 }, () => 'a.com')), EppInvalidInputError);
});

test('invalid years, dates, passwords and empty changes are rejected', () => {
  for (const years of [0, -1, 1.5, 100, Number.NaN]) {
    assert.throws(() => domainRenew('example.com', new Date(), { years }), EppInvalidInputError);
  }
  assert.throws(
    () => domainRenew('example.com', new Date(Number.NaN), { years: 1 }),
    EppInvalidInputError,
  );
  assert.throws(() => domainUpdate('example.com', {}), EppInvalidInputError);
  for (const password of [
    'short',
    'x'.repeat(65),
    ' leading-space',
    'two  blanks',
    'line\nbreak',
    'nul\u0000nul',
  ]) {
    assert.throws(() => login({ ...loginFields, password }), EppInvalidInputError);
  }
});

test('an order contains its price, if any, in dollars and cents', () => {
  const order = (agreedCents?: number) =>
    domainRenew('example.com', new Date('2027-02-28'), { years: 1, agreedCents }).extension;
  assert.equal(order(), undefined);
  for (const [cents, text] of [
    [0, '0.00'],
    [5, '0.05'],
    [123_450, '1234.50'],
  ] as const)
    assert.match(order(cents) ?? '', new RegExp(`USD</fee:currency><fee:fee>${text}</fee:fee>`));
  for (const cents of [-1, 0.5, Number.NaN])
    assert.throws(() => order(cents), EppInvalidInputError);
});

test('an expiry is sent as its day in UTC', () => {
  const { verb } = domainRenew('example.com', new Date('2027-01-01T01:30:00+02:00'), { years: 1 });
  assert.match(verb, /<domain:curExpDate>2026-12-31</);
});

test('received XML is rejected with a document type, an entity or a second root', () => {
  const bombs = [
    '<!DOCTYPE a><a/>',
    '<!doctype a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>',
    '<a>&unknown;</a>',
    '<a>&constructor;</a>',
    '<a>&#0;</a>',
    '<a>&#x110000;</a>',
    '<a b="&x;"/>',
    '<a>& b</a>',
    '<a/><b/>',
    '<a><b></a>',
    '<a __proto__="x"/>',
    `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`,
    'text',
    '',
  ];
  for (const xml of bombs) assert.throws(() => readXml(xml), InvalidXmlError, xml.slice(0, 60));
});

test('prefixes, CDATA and references are resolved, numbers and spaces stay text', () => {
  const xml =
    '<?xml version="1.0"?><x:a xmlns:x="u"><y:b xmlns:y="v" c="&quot;1&quot;">&#65;&amp;lt;<![CDATA[&lt;]]></y:b><d>007</d></x:a>';
  const root = readXml(xml);
  assert.equal(findText(root, 'b'), 'A&lt;&lt;');
  assert.equal(find(root, 'b')?.attributes.c, '"1"');
  assert.equal(findText(root, 'd'), '007');
  assert.equal(escapeXml('<&>"\''), '&lt;&amp;&gt;&quot;&apos;');
});
