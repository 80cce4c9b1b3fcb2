/** Renders EPP responses as XML (RFC 5730 sections 2.4 to 2.6): greeting, results, message queue, object data. */

import { randomBytes } from 'node:crypto';
import { contactNamespace, domainNamespace, eppNamespace, hostNamespace } from './names.ts';
import { escapeXml } from './xml.ts';

/** The result of a command, before it is rendered. */
export interface Reply {
  readonly code: ResultCode;
  /** An explanation appended to the code's fixed text. */
  readonly reason?: string;
  readonly queue?: {
    readonly count: number;
    readonly id: string;
    readonly at?: string;
    readonly text?: string;
  };
  /** The content of resData: XML. */
  readonly data?: string;
  /** The content of extension: XML. */
  readonly extension?: string;
}

const results = {
  1000: 'Command completed successfully',
  1001: 'Command completed successfully; action pending',
  1300: 'Command completed successfully; no messages',
  1301: 'Command completed successfully; ack to dequeue',
  1500: 'Command completed successfully; ending session',
  2001: 'Command syntax error',
  2002: 'Command use error',
  2003: 'Required parameter missing',
  2004: 'Parameter value range error',
  2005: 'Parameter value syntax error',
  2100: 'Unimplemented protocol version',
  2101: 'Unimplemented command',
  2102: 'Unimplemented option',
  2103: 'Unimplemented extension',
  2104: 'Billing failure',
  2105: 'Object is not eligible for renewal',
  2200: 'Authentication error',
  2201: 'Authorization error',
  2202: 'Invalid authorization information',
  2300: 'Object pending transfer',
  2301: 'Object not pending transfer',
  2302: 'Object exists',
  2303: 'Object does not exist',
  2304: 'Object status prohibits operation',
  2305: 'Object association prohibits operation',
  2306: 'Parameter value policy error',
  2307: 'Unimplemented object service',
  2400: 'Command failed',
  2500: 'Command failed; server closing connection',
  2501: 'Authentication error; server closing connection',
} as const;

export type ResultCode = keyof typeof results;

export function isResultCode(code: number): code is ResultCode {
  return code in results;
}

/** The response to a command. `clientId` is the client's transaction id, if it sent a valid one. */
export function responseXml(reply: Reply, clientId: string | null): string {
  const { queue } = reply;
  const text = reply.reason ? `${results[reply.code]}: ${reply.reason}` : results[reply.code];
  const server = `NLSBX-${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
  return document(
    `<response><result code="${reply.code}"><msg>${escapeXml(text)}</msg></result>`,
    queue && `<msgQ count="${queue.count}" id="${escapeXml(queue.id)}">`,
    queue?.at && `<qDate>${queue.at}</qDate>`,
    queue?.text && `<msg>${escapeXml(queue.text)}</msg>`,
    queue && '</msgQ>',
    reply.data && `<resData>${reply.data}</resData>`,
    reply.extension && `<extension>${reply.extension}</extension>`,
    `<trID>${clientId === null ? '' : `<clTRID>${escapeXml(clientId)}</clTRID>`}`,
    `<svTRID>${server}</svTRID></trID></response>`,
  );
}

/** Sent when a registrar connects or says hello. */
export function greetingXml(now: Date, extensions: Iterable<string>): string {
  const uris = [...extensions].map((uri) => `<extURI>${uri}</extURI>`).join('');
  return document(
    `<greeting><svID>Nameloan Sandbox Registry</svID><svDate>${now.toISOString()}</svDate>`,
    `<svcMenu><version>1.0</version><lang>en</lang><objURI>${domainNamespace}</objURI><objURI>${hostNamespace}</objURI><objURI>${contactNamespace}</objURI>`,
    `<svcExtension>${uris}</svcExtension></svcMenu>`,
    '<dcp><access><all/></access><statement><purpose><admin/><prov/></purpose>',
    '<recipient><ours/></recipient><retention><stated/></retention></statement></dcp></greeting>',
  );
}

function document(...fragments: (string | undefined | '')[]): string {
  const body = fragments.filter(Boolean).join('');
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<epp xmlns="${eppNamespace}">${body}</epp>`;
}
