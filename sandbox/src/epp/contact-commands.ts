/** EPP's contact commands (RFC 5733): parse XML, run the registry operation, render XML. */

import type { Contact, PostalInfo } from '../records.ts';
import type { ContactInput } from '../registry/contact.ts';
import { createContact, getContact, updateContact } from '../registry/contact.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { Command } from './command.ts';
import { contactNamespace } from './names.ts';
import type { Reply } from './reply.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, requiredText, sequence, syntaxError } from './xml.ts';

const maxStreetLines = 3;
const maxPostalCodeLength = 16;
const createElements = ['id', 'postalInfo', 'voice', 'fax', 'email', 'authInfo', 'disclose'];

export function createContactCommand({ context, object }: Command): Reply {
  const elements = sequence(object, createElements);
  const postalInfo = elements.all('postalInfo').map(readPostalInfo);
  if (postalInfo.length === 0)
    throw new RegistryError(2003, 'The parameter postalInfo is missing.');
  const auth = elements.one('authInfo');
  if (!auth) throw new RegistryError(2003, 'The parameter authInfo is missing.');
  requiredText(sequence(auth, ['pw', 'ext']).one('pw'), 'pw');
  const contact = createContact(context, idOf(elements.one('id')), {
    postalInfo: checkForms(postalInfo),
    voice: readVoice(elements.one('voice')),
    email: readEmail(elements.one('email')),
  });
  const data = element('id', contact.id) + element('crDate', contact.createdAt);
  return { code: 1000, data: wrap('creData', data) };
}

export function updateContactCommand({ context, object }: Command): Reply {
  const elements = sequence(object, ['id', 'add', 'rem', 'chg']);
  const change = elements.one('chg');
  if (elements.one('add') ?? elements.one('rem'))
    throw new RegistryError(2102, 'Contacts have no statuses to set here.');
  if (!change) throw new RegistryError(2003, 'An update needs chg.');
  updateContact(context, idOf(elements.one('id')), readChange(change));
  return { code: 1000 };
}

export function infoContact({ context, object }: Command): Reply {
  const contact = getContact(context, idOf(sequence(object, ['id', 'authInfo']).one('id')));
  return { code: 1000, data: wrap('infData', contactXml(contact)) };
}

function contactXml(contact: Contact): string {
  const { id, roid, postalInfo, voice, email, registrar, createdAt, updatedAt } = contact;
  return [
    element('id', id),
    element('roid', roid),
    '<contact:status s="ok"/>',
    ...postalInfo.map(postalXml),
    voice && element('voice', voice),
    element('email', email),
    element('clID', registrar),
    element('crID', registrar),
    element('crDate', createdAt),
    updatedAt && element('upID', registrar),
    updatedAt && element('upDate', updatedAt),
  ]
    .filter(Boolean)
    .join('');
}

function postalXml(info: PostalInfo): string {
  const { type, name, organization, street, city, state, postalCode, country } = info;
  const address = [
    ...street.map((line) => element('street', line)),
    element('city', city),
    state && element('sp', state),
    postalCode && element('pc', postalCode),
    element('cc', country),
  ].filter(Boolean);
  const who = element('name', name) + (organization ? element('org', organization) : '');
  return `<contact:postalInfo type="${type}">${who}<contact:addr>${address.join('')}</contact:addr></contact:postalInfo>`;
}

function readChange(change: XmlElement): Partial<ContactInput> {
  const elements = sequence(change, [
    'postalInfo',
    'voice',
    'fax',
    'email',
    'authInfo',
    'disclose',
  ]);
  const postalInfo = elements.all('postalInfo').map(readPostalInfo);
  return {
    ...(postalInfo.length > 0 && { postalInfo: checkForms(postalInfo) }),
    ...(elements.one('voice') && { voice: readVoice(elements.one('voice')) }),
    ...(elements.one('email') && { email: readEmail(elements.one('email')) }),
  };
}

function readPostalInfo(info: XmlElement): PostalInfo {
  const { type } = info.attributes;
  if (type !== 'int' && type !== 'loc') throw syntaxError('A postalInfo is int or loc.');
  const elements = sequence(info, ['name', 'org', 'addr']);
  const address = elements.one('addr');
  if (!address) throw new RegistryError(2003, 'The parameter addr is missing.');
  const lines = sequence(address, ['street', 'city', 'sp', 'pc', 'cc']);
  const street = lines.all('street').map((line) => requiredText(line, 'street'));
  if (street.length < 1 || street.length > maxStreetLines)
    throw new RegistryError(2306, 'An address has one to three street lines.');
  const country = requiredText(lines.one('cc'), 'cc');
  if (!/^[A-Z]{2}$/.test(country)) throw new RegistryError(2005, 'A country has two letters.');
  const postalCode = lines.one('pc')?.text ?? null;
  if (postalCode && postalCode.length > maxPostalCodeLength)
    throw syntaxError('A postal code has at most 16 characters.');
  const result: PostalInfo = {
    type,
    name: requiredText(elements.one('name'), 'name'),
    organization: elements.one('org')?.text ?? null,
    street,
    city: requiredText(lines.one('city'), 'city'),
    state: lines.one('sp')?.text ?? null,
    postalCode,
    country,
  };
  // RFC 5733 section 2.3: the internationalized form is in ASCII.
  const texts = Object.values(result).flat();
  if (type === 'int' && texts.some((text) => /[^\x20-\x7e]/.test(text ?? '')))
    throw new RegistryError(2005, 'The internationalized form of an address is in ASCII.');
  return result;
}

function checkForms(forms: readonly PostalInfo[]): readonly PostalInfo[] {
  if (new Set(forms.map(({ type }) => type)).size < forms.length)
    throw new RegistryError(2306, 'A contact has each form of its address once.');
  return forms;
}

function readVoice(voice: XmlElement | undefined): string | null {
  if (!voice || voice.text === '') return null;
  if (/^\+\d{1,3}\.\d{1,14}$/.test(voice.text)) return voice.text;
  throw new RegistryError(2005, 'A telephone number is +CC.NUMBER.');
}

function readEmail(email: XmlElement | undefined): string {
  const text = requiredText(email, 'email');
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new RegistryError(2005, 'This is not an e-mail address.');
}

/** RFC 5730's clIDType. */
function idOf(id: XmlElement | undefined): string {
  const text = requiredText(id, 'id');
  if (text.length >= 3 && text.length <= 16) return text;
  throw syntaxError('A contact id has 3 to 16 characters.');
}

function element(name: string, text: string): string {
  return `<contact:${name}>${escapeXml(text)}</contact:${name}>`;
}

function wrap(name: string, inner: string): string {
  return `<contact:${name} xmlns:contact="${contactNamespace}">${inner}</contact:${name}>`;
}
