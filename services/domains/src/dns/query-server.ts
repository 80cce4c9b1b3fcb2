/** Sends one query to one DNS server over UDP, and over TCP when the answer is truncated (RFC 1035, 5966, 6891). */

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { connect, isIP, isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { DecodedPacket, RecordType } from 'dns-packet';
import {
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  DNSSEC_OK,
  decode,
  encode,
  RECURSION_DESIRED,
} from 'dns-packet';

export interface DnsQuery {
  /** As A-labels. */
  readonly name: string;
  readonly type: RecordType;
  /** `host:port` */
  readonly server: string;
  /** Asks an authoritative server, not a resolver. */
  readonly authoritative?: boolean;
  /** The resolver answers even if the signatures are invalid (RFC 4035 section 3.2.2). */
  readonly checkingDisabled?: boolean;
}

interface Endpoint {
  readonly address: string;
  readonly port: number;
}

interface Exchange {
  readonly endpoint: Endpoint;
  readonly message: Buffer;
  readonly id: number;
  /** The name in the capitalisation of the question. */
  readonly name: string;
  readonly type: RecordType;
}

/** A failure without an answer: ETIMEOUT, ECONNREFUSED, EBADRESP, ERESOLVER or a code of the operating system. */
export class DnsError extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`DNS query failed: ${code}`, options);
    this.name = 'DnsError';
    this.code = code;
  }
}

/** Response codes (RFC 1035 section 4.1.1). */
export const responseCodes = { noError: 0, serverFailure: 2, nameError: 3 } as const;
type Flags = Pick<DecodedPacket, 'flags'>;

export const readResponseCode = ({ flags = 0 }: Flags): number => flags & 15;

/** The answer says what exists, or that nothing does; with any other code the server failed. */
export function isDefinite(response: Flags): boolean {
  const code = readResponseCode(response);
  return code === responseCodes.noError || code === responseCodes.nameError;
}

const udpAttempts = 2;
/** Avoids fragments (DNS flag day 2020). */
const udpPayloadBytes = 1232;
const lengthBytes = 2;

/** Resolves to the server's response, whatever its code, or throws DnsError within `timeoutMs`. */
export async function queryServer(query: DnsQuery, timeoutMs: number): Promise<DecodedPacket> {
  const endsAt = performance.now() + timeoutMs;
  const leftMs = () => Math.max(1, Math.floor(endsAt - performance.now()));
  const endpoint = await findEndpoint(query.server, timeoutMs / 2);
  for (let attempt = 1; attempt <= udpAttempts; attempt++) {
    // A new socket for each attempt: the operating system picks a random source port.
    const exchange = prepareExchange(query, endpoint);
    const waitMs = attempt === udpAttempts ? leftMs() : Math.min(leftMs(), timeoutMs / udpAttempts);
    const answer = await exchangeByUdp(exchange, waitMs);
    if (answer === 'TIMEOUT') continue;
    return answer === 'USE_TCP' ? exchangeByTcp(exchange, leftMs()) : answer;
  }
  throw new DnsError('ETIMEOUT');
}

function prepareExchange(query: DnsQuery, endpoint: Endpoint): Exchange {
  const id = randomInt(0x1_0000);
  const name = randomizeCase(query.name);
  const flags =
    (query.authoritative ? 0 : RECURSION_DESIRED | AUTHENTIC_DATA) |
    (query.checkingDisabled ? CHECKING_DISABLED : 0);
  const message = encode({
    type: 'query',
    id,
    flags,
    questions: [{ type: query.type, name, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayloadBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  });
  return { endpoint, message, id, name, type: query.type };
}

/** Makes a forged answer harder to guess: servers return the name as it was spelled (0x20). */
function randomizeCase(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter) => (randomInt(2) ? letter.toUpperCase() : letter));
}

function exchangeByUdp(
  exchange: Exchange,
  timeoutMs: number,
): Promise<DecodedPacket | 'TIMEOUT' | 'USE_TCP'> {
  const { address, port } = exchange.endpoint;
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise<DecodedPacket | 'TIMEOUT' | 'USE_TCP'>((resolve, reject) => {
    const timer = setTimeout(() => resolve('TIMEOUT'), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.on('error', (error) => reject(toDnsError(error)));
    socket.on('message', (bytes) => {
      try {
        const answer = readAnswer(exchange, bytes);
        if (!answer) return;
        const isExact = answer.questions?.[0]?.name === exchange.name;
        resolve(answer.flag_tc || !isExact ? 'USE_TCP' : answer);
      } catch (error) {
        reject(toDnsError(error));
      }
    });
    // A connected socket receives only datagrams of this server.
    socket.connect(port, address, () => socket.send(exchange.message));
  }).finally(() => socket.close());
}

function exchangeByTcp(exchange: Exchange, timeoutMs: number): Promise<DecodedPacket> {
  const { address: host, port } = exchange.endpoint;
  const socket = connect({ host, port });
  return new Promise<DecodedPacket>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DnsError('ETIMEOUT')), timeoutMs);
    let received = Buffer.alloc(0);
    socket.on('error', (error) => reject(toDnsError(error)));
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new DnsError('ECONNREFUSED'));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < lengthBytes) return;
      const end = lengthBytes + received.readUInt16BE(0);
      if (received.length < end) return;
      try {
        const answer = readAnswer(exchange, received.subarray(lengthBytes, end));
        if (answer) resolve(answer);
        else reject(new DnsError('EBADRESP'));
      } catch (error) {
        reject(toDnsError(error));
      }
    });
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt16BE(exchange.message.length);
    socket.write(Buffer.concat([length, exchange.message]));
  }).finally(() => socket.destroy());
}

/** Undefined for bytes that do not answer this question, which anyone may have sent. */
function readAnswer(exchange: Exchange, bytes: Buffer): DecodedPacket | undefined {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== exchange.id) return undefined;
  let answer: DecodedPacket;
  try {
    answer = decode(bytes);
  } catch (error) {
    throw new DnsError('EBADRESP', { cause: error });
  }
  const [question, ...more] = answer.questions ?? [];
  if (answer.type !== 'response' || !question || more.length > 0) return undefined;
  const matches =
    question.type === exchange.type && question.name.toLowerCase() === exchange.name.toLowerCase();
  return matches ? answer : undefined;
}

/** Looks the host up each time, because containers change their addresses. Throws when there is no address in time. */
async function findEndpoint(server: string, timeoutMs: number): Promise<Endpoint> {
  const colon = server.lastIndexOf(':');
  const host = server.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const port = Number(server.slice(colon + 1));
  if (!(colon > 0 && port > 0 && port < 0x1_0000)) throw new DnsError('ERESOLVER');
  if (isIP(host)) return { address: host, port };
  const expired = new AbortController();
  const found = lookup(host, { family: 4 }).catch((error: Error) => {
    // A failure to find the server itself says nothing about the queried name.
    throw new DnsError('ERESOLVER', { cause: error });
  });
  try {
    const answer = await Promise.race([
      found,
      pause(timeoutMs, undefined, { signal: expired.signal }),
    ]);
    if (!answer) throw new DnsError('ETIMEOUT');
    return { address: answer.address, port };
  } finally {
    expired.abort();
  }
}

function toDnsError(error: unknown): DnsError {
  if (error instanceof DnsError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return new DnsError(typeof code === 'string' ? code : 'EUNKNOWN', { cause: error });
}
