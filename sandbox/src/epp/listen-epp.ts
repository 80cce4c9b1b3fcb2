/** The registry's TLS port (RFC 5734): each connection is one session, its frames answered in order. */

import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { createServer } from 'node:tls';
import { createGarbage } from '../faults/garbage.ts';
import { injectFault } from '../faults/inject-fault.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { FrameReader, frame } from './frames.ts';
import { loadCertificate } from './load-certificate.ts';
import type { Session } from './session.ts';

export interface EppListener {
  readonly host: string;
  readonly port: number;
  /** The certificate authority that signed the registry's certificate. */
  readonly caPem: string;
  close(): Promise<void>;
}

const maxConnections = 64;
const idleMs = 10 * 60_000;
const handshakeTimeoutMs = 10_000;
/** A client that sends and never reads is cut off here. */
const maxUnreadBytes = 1024 * 1024;

export async function listenEpp(world: SandboxContext, port: number): Promise<EppListener> {
  const { host, certificate } = world.networkAccess;
  const { caPem, certificatePem, keyPem } = certificate ?? (await loadCertificate(world.store));
  const open = new Set<TLSSocket>();
  const server = createServer({
    cert: certificatePem,
    key: keyPem,
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeTimeoutMs,
  });
  server.maxConnections = maxConnections;
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    void serve(world, socket);
  });
  // A client that gives up during the handshake is its own affair.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    caPem,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function serve(world: SandboxContext, socket: TLSSocket): Promise<void> {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.setNoDelay(true);
  // Loaded with the first connection, not with the process: the XML parser is most of it.
  const { Session } = await import('./session.ts');
  const { responseXml } = await import('./reply.ts');
  const session = new Session(world);
  const reader = new FrameReader();
  socket.write(frame(session.greeting()));
  let answering = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    let frames: Buffer[];
    try {
      frames = reader.push(chunk);
    } catch (error) {
      const reason = error instanceof Error ? error.message : undefined;
      socket.removeAllListeners('data');
      socket.end(frame(responseXml({ code: 2500, reason }, null)));
      return;
    }
    for (const bytes of frames)
      answering = answering.then(() => answer({ world, socket, session }, bytes));
  });
}

interface EppConnection {
  readonly world: SandboxContext;
  readonly socket: TLSSocket;
  readonly session: Session;
}

async function answer({ world, socket, session }: EppConnection, bytes: Buffer): Promise<void> {
  const struck = injectFault(world, 'epp');
  if (struck?.kind === 'slow') await pause(struck.delayMs);
  if (!socket.writable) return;
  const loses = struck?.kind === 'drop' || struck?.kind === 'nonsense';
  const { xml, last } =
    loses && !struck.done
      ? { xml: '', last: false }
      : session.answer(bytes, struck?.kind === 'refuse');
  if (struck?.kind === 'drop') return void socket.destroy();
  socket.write(frame(struck?.kind === 'nonsense' ? createGarbage(xml) : xml));
  if (socket.writableLength > maxUnreadBytes) return void socket.destroy();
  if (!last) return;
  socket.removeAllListeners('data');
  socket.end();
}
