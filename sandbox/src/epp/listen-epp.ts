/** The registry's EPP server over TLS (RFC 5734): each connection is one session and answers frames in order. */

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
/** A client that sends without reading is disconnected at this limit. */
const maxUnreadBytes = 1024 * 1024;

export async function listenEpp(context: SandboxContext, port: number): Promise<EppListener> {
  const { host, certificate } = context.networkAccess;
  const { caPem, certificatePem, keyPem } = certificate ?? (await loadCertificate(context.store));
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
    void serveConnection(context, socket);
  });
  // A failed handshake needs no handling.
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

async function serveConnection(context: SandboxContext, socket: TLSSocket): Promise<void> {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.setNoDelay(true);
  // Loaded with the first connection to save memory at start: the XML parser is large.
  const { Session } = await import('./session.ts');
  const { responseXml } = await import('./reply.ts');
  const session = new Session(context);
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
      answering = answering.then(() => answerFrame({ context, socket, session }, bytes));
  });
}

interface EppConnection {
  readonly context: SandboxContext;
  readonly socket: TLSSocket;
  readonly session: Session;
}

async function answerFrame(
  { context, socket, session }: EppConnection,
  bytes: Buffer,
): Promise<void> {
  const fault = injectFault(context, 'epp');
  if (fault?.kind === 'slow') await pause(fault.delayMs);
  if (!socket.writable) return;
  const losesResponse = fault?.kind === 'drop' || fault?.kind === 'nonsense';
  const { xml, last } =
    losesResponse && !fault.done
      ? { xml: '', last: false }
      : session.answer(bytes, fault?.kind === 'refuse');
  if (fault?.kind === 'drop') return void socket.destroy();
  socket.write(frame(fault?.kind === 'nonsense' ? createGarbage(xml) : xml));
  if (socket.writableLength > maxUnreadBytes) return void socket.destroy();
  if (!last) return;
  socket.removeAllListeners('data');
  socket.end();
}
