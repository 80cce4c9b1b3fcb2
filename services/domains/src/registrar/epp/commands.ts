/** EPP's basic commands as XML (RFC 5730 section 2.9): the common envelope, session and message queue. */

import { EppInvalidInputError } from '../registrar-errors.ts';
import { escapeXml, isXmlText } from './xml.ts';

export const eppNamespace = 'urn:ietf:params:xml:ns:epp-1.0';
export const domainNamespace = 'urn:ietf:params:xml:ns:domain-1.0';
export const hostNamespace = 'urn:ietf:params:xml:ns:host-1.0';
export const contactNamespace = 'urn:ietf:params:xml:ns:contact-1.0';

/** A command without its transaction id, which the connection adds. */
export interface Command {
  /** For messages and logs. */
  readonly name: string;
  /** True: repeating it has no effect, so it is repeated after a lost response. */
  readonly read: boolean;
  /** The XML of the verb. */
  readonly verb: string;
  /** The XML inside the extension element. */
  readonly extension?: string | undefined;
  /** True: it costs money, so the registry may reject its price. */
  readonly costs?: true;
  /** Values that must never be logged or appear in an error. */
  readonly secrets: readonly string[];
}

export function commandXml(command: Command, clientTransactionId: string): string {
  const extension = command.extension ? `<extension>${command.extension}</extension>` : '';
  const id = `<clTRID>${escapeXml(clientTransactionId)}</clTRID>`;
  return documentXml(`<command>${command.verb}${extension}${id}</command>`);
}

export function helloXml(): string {
  return documentXml('<hello/>');
}

function documentXml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?><epp xmlns="${eppNamespace}">${body}</epp>`;
}

export interface Login {
  readonly clientId: string;
  readonly password: string;
  readonly objects: readonly string[];
  readonly extensions: readonly string[];
}

export function login({ clientId, password, objects, extensions }: Login): Command {
  validateToken('clientId', clientId, { min: 3, max: 16 });
  validateToken('password', password, { min: 8, max: 64 });
  const extensionUris = extensions.map((uri) => `<extURI>${escapeXml(uri)}</extURI>`).join('');
  const services =
    objects.map((uri) => `<objURI>${escapeXml(uri)}</objURI>`).join('') +
    (extensionUris && `<svcExtension>${extensionUris}</svcExtension>`);
  return {
    name: 'login',
    read: true,
    verb:
      `<login><clID>${escapeXml(clientId)}</clID><pw>${escapeXml(password)}</pw>` +
      `<options><version>1.0</version><lang>en</lang></options><svcs>${services}</svcs></login>`,
    secrets: [password],
  };
}

export const logout: Command = { name: 'logout', read: true, verb: '<logout/>', secrets: [] };

export const pollQueue: Command = {
  name: 'poll',
  read: true,
  verb: '<poll op="req"/>',
  secrets: [],
};

/** Safe to repeat: a message that is already gone returns 2303. */
export function acknowledgeMessage(id: string): Command {
  validateToken('id', id, { min: 1, max: 200 });
  return {
    name: 'ack',
    read: true,
    verb: `<poll op="ack" msgID="${escapeXml(id)}"/>`,
    secrets: [],
  };
}

/** XML would change an xs:token with leading, trailing or repeated white space, so such a value is rejected. */
function validateToken(field: string, text: string, size: { min: number; max: number }): void {
  const fits = text.length >= size.min && text.length <= size.max;
  if (fits && isXmlText(text) && !/^ | $| {2}|[\t\n\r]/.test(text)) return;
  throw new EppInvalidInputError(
    field,
    `The ${field} for the registry needs ${size.min} to ${size.max} characters, without line breaks.`,
  );
}
