/** A proxy in front of a database for tests: it can hang, delay responses, and answer commands with errors. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import mongoose from 'mongoose';

const { deserialize, serialize } = mongoose.mongo.BSON;

/** The error to return; undefined forwards the command. `done`: the server executes the command nevertheless. */
export type Fault =
  | { code: number; codeName?: string; errorLabels?: string[]; done?: boolean }
  | undefined;

export interface FaultyConnection {
  url: string;
  /** Called with the name of each command. */
  injectFault: (command: string) => Fault;
  /** Delay of the response in milliseconds; called with the name of each command. */
  delayMs: (command: string) => number;
  /** Changes the response to a command; called with its name. */
  editResponse: (command: string, response: Buffer) => Buffer;
  /** Silently drops all data in both directions from now on. */
  hang(): void;
  /** Forwards data again and closes connections that hung. */
  heal(): void;
  close(): void;
}

const opMsg = 2013;
const headerBytes = 16;

export async function openFaultyConnection(target: string): Promise<FaultyConnection> {
  const targetUrl = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const upstream = connect(Number(targetUrl.port), targetUrl.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    const rejected = new Set<number>();
    const delays = new Map<number, number>();
    const commands = new Map<number, string>();
    const forwardResponse = (message: Buffer) => {
      const requestId = message.readInt32LE(8);
      if (hanging || rejected.delete(requestId)) return;
      const delayMs = delays.get(requestId) ?? 0;
      delays.delete(requestId);
      const response = proxy.editResponse(commands.get(requestId) ?? '', message);
      commands.delete(requestId);
      if (delayMs > 0) setTimeout(() => client.write(response), delayMs);
      else client.write(response);
    };
    const forwardCommand = (message: Buffer) => {
      if (hanging) return;
      const command = readCommandName(message);
      const fault = proxy.injectFault(command);
      const delayMs = proxy.delayMs(command);
      if (delayMs > 0) delays.set(message.readInt32LE(4), delayMs);
      if (fault) client.write(errorResponse(message, fault));
      if (fault?.done) rejected.add(message.readInt32LE(4));
      commands.set(message.readInt32LE(4), command);
      if (!fault || fault.done) upstream.write(message);
    };
    upstream.on('data', splitMessages(forwardResponse));
    client.on('data', splitMessages(forwardCommand));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: FaultyConnection = {
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    injectFault: () => undefined,
    delayMs: () => 0,
    editResponse: (_command, response) => response,
    hang: () => {
      hanging = true;
    },
    heal: () => {
      hanging = false;
      closeSockets();
    },
    close: () => {
      server.close();
      closeSockets();
    },
  };
  return proxy;
}

function splitMessages(onMessage: (message: Buffer) => void): (data: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (data) => {
    pending = Buffer.concat([pending, data]);
    while (pending.length >= headerBytes && pending.length >= pending.readInt32LE(0)) {
      const length = pending.readInt32LE(0);
      onMessage(pending.subarray(0, length));
      pending = pending.subarray(length);
    }
  };
}

/** Name of the command in a message: the first key of its body. */
function readCommandName(message: Buffer): string {
  if (message.readInt32LE(12) !== opMsg) return '';
  const body = message.subarray(headerBytes + 5);
  return Object.keys(deserialize(body.subarray(0, body.readInt32LE(0))))[0] ?? '';
}

function errorResponse(message: Buffer, { done, ...fault }: NonNullable<Fault>): Buffer {
  const body = serialize({ ok: 0, errmsg: 'injected by the test', ...fault });
  const header = Buffer.alloc(headerBytes + 5);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(opMsg, 12);
  return Buffer.concat([header, body]);
}
