/** The sandbox's DNS server: UDP and TCP on one port. */

import type { Socket as UdpSocket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { decode, encode } from 'dns-packet';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { answerQuery } from './answer-query.ts';

export interface DnsListener {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const maxTcpConnections = 64;
const tcpIdleMs = 10_000;
const maxPortAttempts = 10;
const lengthBytes = 2;
const refusedCode = 5;
/** The four bits of the response code. */
const codeMask = 15;

/** Port 0 picks a port that is free for UDP and TCP; throws when the given port is in use. */
export async function listenDns(context: SandboxContext, port: number): Promise<DnsListener> {
  const { host } = context.networkAccess;
  for (let attempts = 1; ; attempts += 1) {
    const open = new Set<Socket>();
    const tcp = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      serveTcp(context, socket);
    });
    tcp.maxConnections = maxTcpConnections;
    const udp = createSocket('udp4');
    try {
      await bindTcp(tcp, { port, host });
      const free = (tcp.address() as AddressInfo).port;
      await bindUdp(udp, { port: free, host });
      serveUdp(context, udp);
      return { host, port: free, close: () => closeBoth(tcp, udp, open) };
    } catch (error) {
      await closeBoth(tcp, udp, open);
      // The port that is free for TCP may be in use for UDP: try another one.
      if (port !== 0 || attempts === maxPortAttempts) throw error;
    }
  }
}

function bindTcp(server: Server, at: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
}

function bindUdp(socket: UdpSocket, at: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ port: at.port, address: at.host }, resolve);
  });
}

function serveUdp(context: SandboxContext, socket: UdpSocket): void {
  socket.removeAllListeners('error');
  // A datagram that cannot be sent is lost, as UDP allows.
  socket.on('error', () => {});
  let open = true;
  socket.on('close', () => {
    open = false;
  });
  socket.on('message', async (message, from) => {
    const answer = await answerWithFaults(context, message, 'udp');
    // The socket may have been closed during a delayed answer.
    if (answer && open) socket.send(answer, from.port, from.address);
  });
}

function serveTcp(context: SandboxContext, socket: Socket): void {
  let waiting = Buffer.alloc(0);
  let answering = Promise.resolve();
  socket.on('error', () => socket.destroy());
  socket.setTimeout(tcpIdleMs, () => socket.destroy());
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk as Buffer]);
    while (waiting.length >= lengthBytes) {
      const length = waiting.readUInt16BE(0);
      if (waiting.length < lengthBytes + length) return;
      const message = waiting.subarray(lengthBytes, lengthBytes + length);
      waiting = waiting.subarray(lengthBytes + length);
      answering = answering.then(() => answerTcp(context, socket, message));
    }
  });
}

async function answerTcp(context: SandboxContext, socket: Socket, message: Buffer): Promise<void> {
  const answer = await answerWithFaults(context, message, 'tcp');
  if (!answer) return void socket.destroy();
  const header = Buffer.alloc(lengthBytes);
  header.writeUInt16BE(answer.length);
  if (socket.writable) socket.write(Buffer.concat([header, answer]));
}

/** Null: no response. */
async function answerWithFaults(
  context: SandboxContext,
  message: Buffer,
  by: 'udp' | 'tcp',
): Promise<Buffer | null> {
  const fault = injectFault(context, 'dns');
  if (fault?.kind === 'drop') return null;
  if (fault?.kind === 'slow') await pause(fault.delayMs);
  const answer = answerQuery(context, message, by);
  if (!answer) return null;
  if (fault?.kind === 'nonsense') return createGarbage(answer);
  return fault?.kind === 'refuse' ? toRefused(answer) : answer;
}

/** A REFUSED response in place of the answer (RFC 1035 section 4.1.1). */
function toRefused(answer: Buffer): Buffer {
  const { id, questions, flags = 0 } = decode(answer);
  return encode({
    type: 'response',
    id,
    questions,
    flags: (flags & ~codeMask) | refusedCode,
  });
}

async function closeBoth(tcp: Server, udp: UdpSocket, open: Set<Socket>): Promise<void> {
  for (const socket of open) socket.destroy();
  await Promise.all([
    new Promise<void>((resolve) => tcp.close(() => resolve())),
    new Promise<void>((resolve) => {
      try {
        udp.close(() => resolve());
      } catch {
        resolve();
      }
    }),
  ]);
}
