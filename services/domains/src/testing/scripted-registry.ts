/** A scripted registry for tests that can reproduce every connection failure. */

import { once } from 'node:events';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { createServer } from 'node:tls';
import { loadCertificate } from '@nameloan/sandbox/epp/load-certificate';
import { Store } from '@nameloan/sandbox/store';
import { domainNamespace, eppNamespace, hostNamespace } from '../registrar/epp/commands.ts';
import { secDnsNamespace } from '../registrar/epp/dns-security.ts';
import { FrameReader, frame } from '../registrar/epp/frames.ts';
import { rfcProfile } from '../registrar/epp/profile.ts';

const { feeNamespace } = rfcProfile;

/** Reacts to one frame of the client by sending octets or acting on the socket. */
export type ExchangeHandler = (exchange: Exchange) => void;

export interface Exchange {
  readonly socket: TLSSocket;
  /** The client's frame. */
  readonly xml: string;
  /** Its transaction id. */
  readonly id: string;
}

export interface ScriptedRegistry {
  readonly port: number;
  readonly ca: string;
  /** Every received frame, over all connections. */
  readonly frames: string[];
  /** The number of connections so far. */
  connections(): number;
}

export interface Script {
  /** Called with the number of the connection (from 1). Absent: sends a valid greeting. */
  readonly greet?: (socket: TLSSocket, connection: number) => void;
  readonly login?: ExchangeHandler;
  /** Handles everything except login, hello and logout. */
  readonly command: (exchange: Exchange, connection: number) => void;
}

export const greeting = `<?xml version="1.0"?><epp xmlns="${eppNamespace}"><greeting><svID>Scripted</svID>
  <svDate>2026-11-20T00:00:00Z</svDate><svcMenu><version>1.0</version><lang>en</lang>
  <objURI>${domainNamespace}</objURI><objURI>${hostNamespace}</objURI><objURI>urn:example:other</objURI>
  <svcExtension><extURI>urn:example:extra</extURI><extURI>${feeNamespace}</extURI><extURI>${secDnsNamespace}</extURI></svcExtension></svcMenu>
  <dcp><access><all/></access><statement><purpose><prov/></purpose><recipient><ours/></recipient>
  <retention><stated/></retention></statement></dcp></greeting></epp>`;

/** A response with the given resData, message queue and extension. */
export function response(
  id: string,
  code: number,
  inner = '',
  message = 'As the script says',
): string {
  return (
    `<?xml version="1.0"?><e:epp xmlns:e="${eppNamespace}" xmlns:d="${domainNamespace}" xmlns:h="${hostNamespace}" xmlns:f="${feeNamespace}">` +
    `<e:response><e:result code="${code}"><e:msg>${message}</e:msg></e:result>${inner}` +
    `<e:trID>${id === '' ? '' : `<e:clTRID>${id}</e:clTRID>`}<e:svTRID>S-1</e:svTRID></e:trID></e:response></e:epp>`
  );
}

export function trnData(name: string, status = 'pending'): string {
  return (
    `<e:resData><d:trnData><d:name>${name}</d:name><d:trStatus>${status}</d:trStatus>` +
    '<d:reID>Nameloan</d:reID><d:reDate>2026-11-20T10:00:00.0Z</d:reDate><d:acID>Other</d:acID>' +
    '<d:acDate>2026-11-25T10:00:00.0Z</d:acDate><d:exDate>2028-01-01T00:00:00.0Z</d:exDate></d:trnData></e:resData>'
  );
}

export function send(socket: TLSSocket, xml: string): void {
  socket.write(frame(xml));
}

/** Listens on a free loopback port until the test ends. */
export async function scriptedRegistry(t: TestContext, script: Script): Promise<ScriptedRegistry> {
  const frames: string[] = [];
  const sockets = new Set<TLSSocket>();
  let connections = 0;
  const server = createServer(
    { cert: certificate.certificatePem, key: certificate.keyPem },
    (socket) => {
      connections += 1;
      const connection = connections;
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      const reader = new FrameReader(1_048_576);
      if (script.greet) script.greet(socket, connection);
      else send(socket, greeting);
      socket.on('data', (chunk) => {
        for (const xml of reader.push(chunk)) {
          frames.push(xml);
          runScript(script, { socket, xml, id: idOf(xml) }, connection);
        }
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No address.');
  return { port: address.port, ca: certificate.caPem, frames, connections: () => connections };
}

function runScript(script: Script, exchange: Exchange, connection: number): void {
  const { socket, xml, id } = exchange;
  if (xml.includes('<hello/>')) send(socket, greeting);
  else if (xml.includes('<logout/>')) socket.end(frame(response(id, 1500)));
  else if (!xml.includes('<login>')) script.command(exchange, connection);
  else if (script.login) script.login(exchange);
  else send(socket, response(id, 1000));
}

function idOf(xml: string): string {
  return /<clTRID>([^<]*)</.exec(xml)?.[1] ?? '';
}

/** For 127.0.0.1, created once per process by the sandbox's authority. */
const certificate = await loadCertificate(new Store(undefined));
