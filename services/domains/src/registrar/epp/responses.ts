/** Parses the registry's greeting and responses (RFC 5730 sections 2.4 and 2.6). */

import type { UnreadableMessage } from '../registrar.ts';
import type { XmlElement } from './xml.ts';
import { find, findElements, findText, readXml } from './xml.ts';

export class ResponseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ResponseError';
  }
}

export interface Greeting {
  readonly server: string;
  readonly objects: readonly string[];
  readonly extensions: readonly string[];
}

export interface EppResponse {
  /** 1000 to 2599. */
  readonly resultCode: number;
  readonly message: string;
  /** The registry's first explanation, if any. */
  readonly reason: string | undefined;
  readonly clientTransactionId: string | undefined;
  readonly data: XmlElement | undefined;
  readonly extension: XmlElement | undefined;
  readonly queue: XmlElement | undefined;
  /** Present when only the message's id could be recovered from the frame; see salvageMessageId. */
  readonly unreadable?: UnreadableMessage;
}

const maxTextLength = 500;

/** Throws ResponseError or InvalidXmlError. */
export function readGreeting(xml: string): Greeting {
  const greeting = find(rootOf(xml), 'greeting');
  const menu = find(greeting, 'svcMenu');
  if (!greeting || !menu) throw new ResponseError('The registry did not send a greeting.');
  const texts = (element: XmlElement | undefined, name: string) =>
    findElements(element, name).map((each) => each.text);
  return {
    server: (findText(greeting, 'svID') ?? '').slice(0, maxTextLength),
    objects: texts(menu, 'objURI'),
    extensions: texts(find(menu, 'svcExtension'), 'extURI'),
  };
}

/** Throws ResponseError or InvalidXmlError. */
export function readResponse(xml: string): EppResponse {
  const response = find(rootOf(xml), 'response');
  // Only failures can have several results (RFC 5730 section 2.6); the first one counts.
  const result = find(response, 'result');
  const resultCode = Number(result?.attributes.code);
  if (!response || !result || !/^[12]\d{3}$/.test(result.attributes.code ?? '')) {
    throw new ResponseError('The registry did not send a response.');
  }
  return {
    resultCode,
    message: (findText(result, 'msg') ?? '').slice(0, maxTextLength),
    reason: findText(result, 'extValue', 'reason')?.slice(0, maxTextLength),
    clientTransactionId: findText(response, 'trID', 'clTRID'),
    data: find(response, 'resData'),
    extension: find(response, 'extension'),
    queue: find(response, 'msgQ'),
  };
}

/**
 * The id, and if possible the domain name, of a message whose frame is not valid XML. It would block the queue, so it
 * must be possible to acknowledge it. Undefined when the id cannot be found either.
 */
export function salvageMessageId(
  xml: string,
  clientTransactionId: string,
): EppResponse | undefined {
  const ours =
    xml.includes(`>${clientTransactionId}<`) && /<[^<>]{0,200}\bcode=["']1301["']/.test(xml);
  const id = /<[^<>\s]{0,64}\bmsgQ\s[^<>]{0,200}?\bid=["']([^"'<>&]{1,200})["']/.exec(xml)?.[1];
  if (!ours || id === undefined) return undefined;
  const name = /<[^<>\s]{0,64}\bname\b[^<>]{0,200}>\s*([a-z0-9.-]{1,253})\s*</i
    .exec(xml)?.[1]
    ?.toLowerCase();
  const summary = `(${Buffer.byteLength(xml)} octets)`;
  return {
    resultCode: 1301,
    message: '',
    reason: undefined,
    clientTransactionId,
    data: undefined,
    extension: undefined,
    queue: { name: 'msgQ', attributes: { id }, children: [], text: '' },
    unreadable: { why: 'The message is not readable XML.', name, summary },
  };
}

function rootOf(xml: string): XmlElement {
  const root = readXml(xml);
  if (root.name !== 'epp') throw new ResponseError('The registry did not send EPP.');
  return root;
}

/** Parses xs:dateTime; without a time zone it is UTC (RFC 5731 section 2.4). */
export function findDate(element: XmlElement | undefined, ...path: string[]): Date | undefined {
  const text = findText(element, ...path);
  if (text === undefined) return undefined;
  const date = new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(date.getTime())) throw new ResponseError('The registry sent an invalid date.');
  // The year 1 is how some gateways write that there is no date.
  if (date.getUTCFullYear() <= 1) return undefined;
  return date;
}

/** The text at a path that the schema requires in a successful response. */
export function requiredText(element: XmlElement | undefined, ...path: string[]): string {
  const text = findText(element, ...path);
  if (text === undefined)
    throw new ResponseError(`The registry's response lacks ${path.join('/')}.`);
  return text;
}
