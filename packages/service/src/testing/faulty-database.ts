/** A line to a database for tests: it swallows what is sent, and has chosen commands answered late or with an error. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import mongoose from 'mongoose';

const { deserialize, serialize } = mongoose.mongo.BSON;

/** What the server says instead; undefined lets the command through. `done`: it did what it was told all the same. */
export type Fault =
  | { code: number; codeName?: string; errorLabels?: string[]; done?: boolean }
  | undefined;

export interface FaultyLine {
  url: string;
  /** Asked for each command, by its name. */
  fail: (command: string) => Fault;
  /** By how many milliseconds the answer to a command comes late; asked for each, by its name. */
  late: (command: string) => number;
  /** From now on nothing comes through in either direction, and nothing is said of it. */
  hang(): void;
  /** Everything comes through again; lines that hung are gone. */
  heal(): void;
  close(): void;
}

const opMsg = 2013;
const headerBytes = 16;

export async function openFaultyLine(target: string): Promise<FaultyLine> {
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
    const refused = new Set<number>();
    const late = new Map<number, number>();
    const answer = (message: Buffer) => {
      const asked = message.readInt32LE(8);
      if (hanging || refused.delete(asked)) return;
      const lateMs = late.get(asked) ?? 0;
      late.delete(asked);
      if (lateMs > 0) setTimeout(() => near.write(message), lateMs);
      else near.write(message);
    };
    const ask = (message: Buffer) => {
      if (hanging) return;
      const command = commandOf(message);
      const fault = line.fail(command);
      const lateMs = line.late(command);
      if (lateMs > 0) late.set(message.readInt32LE(4), lateMs);
      if (fault) near.write(refusal(message, fault));
      if (fault?.done) refused.add(message.readInt32LE(4));
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
  const line: FaultyLine = {
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
  return line;
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

function refusal(message: Buffer, { done, ...fault }: NonNullable<Fault>): Buffer {
  const body = serialize({ ok: 0, errmsg: 'made up by the test', ...fault });
  const head = Buffer.alloc(headerBytes + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, body]);
}
