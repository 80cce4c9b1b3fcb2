/** The wire protocol by hand, for what a driver would never send. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Document } from 'bson';
import { deserialize, serialize } from 'bson';

/** An OP_MSG with one body section. */
export function messageOf(command: Document, flags = 0): Buffer {
  const body = serialize(command);
  const bytes = Buffer.alloc(21 + body.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(1, 4);
  bytes.writeInt32LE(2013, 12);
  bytes.writeUInt32LE(flags, 16);
  bytes.set(body, 21);
  return bytes;
}

export class RawClient {
  readonly socket: Socket;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
  }

  static async connect(url: string): Promise<RawClient> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** The next reply, its numbers in the types they came in when `exact`; throws when the server closes instead. */
  async reply(exact = false): Promise<Document> {
    for (;;) {
      const length =
        this.#received.length >= 4 ? this.#received.readInt32LE(0) : Number.POSITIVE_INFINITY;
      if (this.#received.length >= length) {
        const body = this.#received.subarray(21, length);
        const reply = deserialize(body, { promoteValues: !exact });
        this.#received = this.#received.subarray(length);
        return reply;
      }
      if (this.socket.destroyed) throw new Error('the server closed the connection');
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  command(command: Document, exact = false): Promise<Document> {
    this.socket.write(messageOf(command));
    return this.reply(exact);
  }

  close(): void {
    this.socket.destroy();
  }
}
