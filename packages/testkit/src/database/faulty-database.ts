/** A proxy in front of a database for tests: it can hang, delay responses, and answer commands with errors. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import mongoose from 'mongoose';

const { deserialize, serialize } = mongoose.mongo.BSON;

/** The error to return; undefined passes the command on. `done`: the server executes the command all the same. */
export type Fault =
  | { code: number; codeName?: string; errorLabels?: string[]; done?: boolean }
  | undefined;

export interface FaultyConnection {
  url: string;
  /** Called with the name of each command. */
  fail: (command: string) => Fault;
  /** Delay of the response in milliseconds; called with the name of each command. */
  late: (command: string) => number;
  /** Silently drops all data in both directions from now on. */
  hang(): void;
  /** Passes data again and closes connections that hung. */
  heal(): void;
  close(): void;
}

const opMsg = 2013;
const headerBytes = 16;

export async function openFaultyConnection(target: string): Promise<FaultyConnection> {
  const far = new URL(target);
  const ends = new Set<Socket>();
  let hanging = false;
  const server = createServer((near) => {
    const away = connect(Number(far.port), far.hostname);
    for (const end of [near, away]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => ends.delete(end));
    }
    near.on('close', () => away.destroy());
    away.on('close', () => near.destroy());
    const rejected = new Set<number>();
    const late = new Map<number, number>();
    const answer = (message: Buffer) => {
      const requested = message.readInt32LE(8);
      if (hanging || rejected.delete(requested)) return;
      const lateMs = late.get(requested) ?? 0;
      late.delete(requested);
      if (lateMs > 0) setTimeout(() => near.write(message), lateMs);
      else near.write(message);
    };
    const ask = (message: Buffer) => {
      if (hanging) return;
      const command = commandOf(message);
      const fault = proxy.fail(command);
      const lateMs = proxy.late(command);
      if (lateMs > 0) late.set(message.readInt32LE(4), lateMs);
      if (fault) near.write(errorResponse(message, fault));
      if (fault?.done) rejected.add(message.readInt32LE(4));
      if (!fault || fault.done) away.write(message);
    };
    away.on('data', splitMessages(answer));
    near.on('data', splitMessages(ask));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  const proxy: FaultyConnection = {
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    fail: () => undefined,
    late: () => 0,
    hang: () => {
      hanging = true;
    },
    heal: () => {
      hanging = false;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
  return proxy;
}

function splitMessages(take: (message: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

/** Name of the command in a message: the first key of its body. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== opMsg) return '';
  const body = message.subarray(headerBytes + 5);
  return Object.keys(deserialize(body.subarray(0, body.readInt32LE(0))))[0] ?? '';
}

function errorResponse(message: Buffer, { done, ...fault }: NonNullable<Fault>): Buffer {
  const body = serialize({ ok: 0, errmsg: 'injected by the test', ...fault });
  const head = Buffer.alloc(headerBytes + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, body]);
}
