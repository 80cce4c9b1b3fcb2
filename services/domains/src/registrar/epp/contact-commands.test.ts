/** What the commands of contacts send, and what of it is logged. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contact, foreignText, someDs } from '../../testing/contact-commands.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import { commandXml } from './commands.ts';
import { contactCreate, contactUpdate } from './contact-commands.ts';
import { domainUpdate } from './domain-commands.ts';
import { redactFrame } from './redact.ts';
import { find, findText, readXml } from './xml.ts';

test('a contact has an ASCII form, and its text in another script as a second one', () => {
  const formsOf = (name: string) => {
    const root = readXml(
      commandXml(contactCreate('NLCONTACT1', { ...contact, name }), 'NL-test-1'),
    );
    const create = find(root, 'command', 'create', 'create');
    return create?.children
      .filter((child) => child.name === 'postalInfo')
      .map((info) => [info.attributes.type, findText(info, 'name')]);
  };
  assert.deepEqual(formsOf('Ann'), [['int', 'Ann']]);
  assert.deepEqual(formsOf('José'), [
    ['int', 'Jose'],
    ['loc', 'José'],
  ]);
  assert.deepEqual(formsOf('张伟'), [['loc', '张伟']]);
});

test('an update to an ASCII address replaces both forms', () => {
  const root = readXml(commandXml(contactUpdate('NLCONTACT1', contact), 'NL-test-1'));
  const forms = find(root, 'command', 'update', 'update', 'chg')
    ?.children.filter((child) => child.name === 'postalInfo')
    .map((info) => [info.attributes.type, findText(info, 'name')]);
  assert.deepEqual(forms, [
    ['int', contact.name],
    ['loc', contact.name],
  ]);
});

test('a contact or DS record that the schemas do not allow is rejected before anything is sent', () => {
  for (const make of [
    () => contactCreate('ab', contact),
    () => contactCreate('NLCONTACT1', { ...contact, street: [] }),
    () => contactCreate('NLCONTACT1', { ...contact, street: ['1', '2', '3', '4'] }),
    () => contactCreate('NLCONTACT1', { ...contact, city: ' ' }),
    () => contactCreate('NLCONTACT1', { ...contact, name: 'x'.repeat(256) }),
    () => contactUpdate('NLCONTACT1', { ...contact, name: 'a\u0000b' }),
    () => domainUpdate('example.com', { addDs: [{ ...someDs, keyTag: 65_536 }] }),
    () => domainUpdate('example.com', { addDs: [{ ...someDs, digest: '<' }] }),
  ])
    assert.throws(make, (error) => error instanceof EppInvalidInputError);
});

test('personal data of a contact never reaches the log', () => {
  const command = contactCreate('NLCONTACT1', { ...contact, ...foreignText });
  const logged = redactFrame(commandXml(command, 'NL-test-1'), command.secrets);
  for (const text of [
    'José',
    'Jose',
    'Rua',
    'Lisbon',
    '1200-195',
    'ann@example.org',
    ...command.secrets,
  ])
    assert.ok(!logged.includes(text), text);
  const answer = `<epp><response><resData><infData><id>NLCONTACT1</id><postalInfo><name>José</name></postalInfo></infData></resData></response></epp>`;
  assert.ok(!redactFrame(answer, []).includes('José'));
});
