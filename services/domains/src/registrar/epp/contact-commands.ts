/** Contact commands as XML (RFC 5733 section 3.2), and the id of a created contact. */

import { randomBytes } from 'node:crypto';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { ContactData } from '../contact.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { Command } from './commands.ts';
import { contactNamespace } from './commands.ts';
import type { EppResponse } from './responses.ts';
import { requiredText } from './responses.ts';
import { escapeXml, isXmlText } from './xml.ts';

const maxLineLength = 255;
const maxStreetLines = 3;
const maxPostalCodeLength = 16;
const asciiPattern = /^[\x20-\x7e]*$/;

export function contactCreate(id: string, data: ContactData): Command {
  // Contacts never change their registrar, so the code is not kept.
  const code = randomBytes(12).toString('base64url');
  const auth = `<contact:authInfo><contact:pw>${code}</contact:pw></contact:authInfo>`;
  return {
    name: 'contact create',
    read: false,
    verb: wrap('create', `${idXml(id)}${dataXml(data)}${auth}`),
    secrets: [code, ...personalData(data)],
  };
}

export function contactUpdate(id: string, data: ContactData): Command {
  // Both forms, because a form that is not sent keeps its former text.
  const change = `<contact:chg>${dataXml(data, true)}</contact:chg>`;
  return {
    name: 'contact update',
    read: false,
    verb: wrap('update', `${idXml(id)}${change}`),
    secrets: personalData(data),
  };
}

/** The id that the registry gave the contact; a reseller's gateway chooses it. */
export function readCreatedContact(response: EppResponse): string {
  return requiredText(response.data, 'creData', 'id');
}

function wrap(verb: string, inner: string): string {
  return `<${verb}><contact:${verb} xmlns:contact="${contactNamespace}">${inner}</contact:${verb}></${verb}>`;
}

function idXml(id: string): string {
  if (!/^[\x21-\x7e]{3,16}$/.test(id))
    throw new EppInvalidInputError('contactId', 'A contact id has 3 to 16 characters.');
  return `<contact:id>${escapeXml(id)}</contact:id>`;
}

/** The internationalized form is ASCII; the localized one is sent too when it differs, or with `bothForms`. */
function dataXml(data: ContactData, bothForms = false): string {
  const localized = postalXml('loc', data);
  const ascii = toAscii(data);
  const isAscii = Object.values(data)
    .flat()
    .every((text) => asciiPattern.test(text ?? ''));
  const forms = isAscii
    ? [postalXml('int', data), ...(bothForms ? [localized] : [])]
    : ascii
      ? [postalXml('int', ascii), localized]
      : [localized];
  const voice = data.voice === undefined ? '' : line('voice', data.voice);
  return `${forms.join('')}${voice}${line('email', data.email)}`;
}

function postalXml(type: 'int' | 'loc', data: ContactData): string {
  const { name, organization, street, city, state, postalCode, country } = data;
  if (street.length < 1 || street.length > maxStreetLines)
    throw new EppInvalidInputError('street', `An address has 1 to ${maxStreetLines} street lines.`);
  const address = [
    ...street.map((text) => line('street', text)),
    line('city', city),
    state ? line('sp', state) : '',
    postalCode ? line('pc', postalCode.slice(0, maxPostalCodeLength)) : '',
    line('cc', country),
  ].join('');
  const who = `${line('name', name)}${organization ? line('org', organization) : ''}`;
  return `<contact:postalInfo type="${type}">${who}<contact:addr>${address}</contact:addr></contact:postalInfo>`;
}

/** Without diacritics; undefined if letters remain that ASCII does not have. */
function toAscii(data: ContactData): ContactData | undefined {
  const bounds = { form: 'NFKD', maxCodeUnits: maxLineLength } as const;
  // A line that is too long is rejected by `line`.
  const plain = (text: string) => (normalizeText(text, bounds) ?? text).replaceAll(/\p{M}/gu, '');
  const ascii = {
    ...data,
    name: plain(data.name),
    street: data.street.map(plain),
    city: plain(data.city),
    ...(data.organization && { organization: plain(data.organization) }),
    ...(data.state && { state: plain(data.state) }),
  };
  const isAscii = Object.values(ascii)
    .flat()
    .every((text) => asciiPattern.test(text ?? ''));
  return isAscii ? ascii : undefined;
}

/** xs:normalizedString has no tabs or line breaks. */
function line(name: string, text: string): string {
  const clean = text.replaceAll(/[\t\n\r]+/g, ' ').trim();
  if (clean === '' || clean.length > maxLineLength || !isXmlText(clean))
    throw new EppInvalidInputError(
      name,
      `The registry needs 1 to ${maxLineLength} characters for ${name}.`,
    );
  return `<contact:${name}>${escapeXml(clean)}</contact:${name}>`;
}

function personalData({ country: _, street, ...rest }: ContactData): string[] {
  return [...street, ...Object.values(rest)].filter((text) => text !== undefined);
}
