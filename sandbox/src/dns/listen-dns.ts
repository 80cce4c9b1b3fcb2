/** The sandbox's resolver: UDP and TCP on one port. */

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
/** The four bits of the code. */
const codeMask = 15;

/** Port 0 takes a port that is free for both; a taken port is the caller's error. */
export async function listenDns(world: SandboxContext, port: number): Promise<DnsListener> {
  const { host } = world.networkAccess;
  for (let tries = 1; ; tries += 1) {
    const open = new Set<Socket>();
    const tcp = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      serveTcp(world, socket);
    });
    tcp.maxConnections = maxTcpConnections;
    const udp = createSocket('udp4');
    try {
      await bindTcp(tcp, { port, host });
      const free = (tcp.address() as AddressInfo).port;
      await bindUdp(udp, { port: free, host });
      serveUdp(world, udp);
      return { host, port: free, close: () => closeBoth(tcp, udp, open) };
    } catch (error) {
      await closeBoth(tcp, udp, open);
      // The port that was free for TCP may be taken for UDP: another one is as good.
      if (port !== 0 || tries === maxPortAttempts) throw error;
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

function serveUdp(world: SandboxContext, socket: UdpSocket): void {
  socket.removeAllListeners('error');
  // A datagram that cannot be sent back is lost, as datagrams are.
  socket.on('error', () => {});
  let open = true;
  socket.on('close', () => {
    open = false;
  });
  socket.on('message', async (message, from) => {
    const answer = await answerOrFail(world, message, 'udp');
    // Closed while a slow answer was on its way.
    if (answer && open) socket.send(answer, from.port, from.address);
  });
}

function serveTcp(world: SandboxContext, socket: Socket): void {
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
      answering = answering.then(() => answerTcp(world, socket, message));
    }
  });
}

async function answerTcp(world: SandboxContext, socket: Socket, message: Buffer): Promise<void> {
  const answer = await answerOrFail(world, message, 'tcp');
  if (!answer) return void socket.destroy();
  const header = Buffer.alloc(lengthBytes);
  header.writeUInt16BE(answer.length);
  if (socket.writable) socket.write(Buffer.concat([header, answer]));
}

/** Null: no answer at all. */
async function answerOrFail(
  world: SandboxContext,
  message: Buffer,
  by: 'udp' | 'tcp',
): Promise<Buffer | null> {
  const struck = injectFault(world, 'dns');
  if (struck?.kind === 'drop') return null;
  if (struck?.kind === 'slow') await pause(struck.delayMs);
  const answer = answerQuery(world, message, by);
  if (!answer) return null;
  if (struck?.kind === 'nonsense') return createGarbage(answer);
  return struck?.kind === 'refuse' ? toRefused(answer) : answer;
}

/** The resolver's word that it does not want to (RFC 1035 section 4.1.1), in place of the answer. */
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
