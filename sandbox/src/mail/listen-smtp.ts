/** The SMTP port: a plain listener that loads the SMTP server with the first connection. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { SandboxContext } from '../sandbox-context.ts';

export interface SmtpListener {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const maxConnections = 64;

/** Finds a client's connection by its remote port. */
function socketFrom(open: ReadonlySet<Socket>, port: number): Socket | undefined {
  return [...open].find((socket) => socket.remotePort === port);
}

export async function listenSmtp(context: SandboxContext, port: number): Promise<SmtpListener> {
  const { host } = context.networkAccess;
  const open = new Set<Socket>();
  let serve: Promise<(socket: Socket) => void> | null = null;
  const load = async () => {
    const { makeSmtpServer } = await import('./receive-mail.ts');
    const smtp = makeSmtpServer(context, (port) => socketFrom(open, port));
    return (socket: Socket) => void smtp.server.emit('connection', socket);
  };
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serve ??= load();
    void serve.then((accept) => accept(socket));
  });
  listener.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, resolve);
  });
  return {
    host,
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
