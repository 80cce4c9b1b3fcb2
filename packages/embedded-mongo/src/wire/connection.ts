/** One client connection: cuts the stream into messages and answers them one after another. */
import type { Socket } from 'node:net';
import { dispatch } from '../commands/dispatch.ts';
import { maxMessageBytes } from '../commands/handshake.ts';
import type { Engine, Peer, Reply } from '../commands/request.ts';
import { errorReply } from '../errors.ts';
import type { Message } from './frame.ts';
import { encodeReply, headerBytes, parseMessage } from './frame.ts';

export class Connection {
  readonly #socket: Socket;
  readonly #engine: Engine;
  readonly #peer: Peer;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #needed = headerBytes;
  #busy = false;

  constructor(socket: Socket, engine: Engine, client: { id: number; secondary: boolean }) {
    this.#socket = socket;
    this.#engine = engine;
    const address = `${socket.remoteAddress}:${socket.remotePort}`;
    this.#peer = { ...client, address, closed: false };
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('drain', () => this.#goOn());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lost());
  }

  #lost(): void {
    this.#peer.closed = true;
    this.#chunks = [];
    this.#engine.sessions.lost(this.#peer.id);
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#drain();
    if (this.#held() && this.#bytes > maxMessageBytes) this.#socket.pause();
  }

  /** True while an answer waits for a transaction, or answers wait for the client to read them. */
  #held(): boolean {
    return this.#busy || this.#socket.writableNeedDrain;
  }

  #goOn(): void {
    this.#socket.resume();
    this.#drain();
  }

  /** The next whole message, or undefined while it is still on its way. */
  #next(): Buffer | undefined {
    if (this.#bytes < this.#needed) return undefined;
    const all =
      this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const length = all.readInt32LE(0);
    if (length < headerBytes || length > maxMessageBytes) {
      this.#socket.destroy();
      return undefined;
    }
    const whole = all.length >= length;
    const rest = whole ? all.subarray(length) : all;
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    this.#needed = whole ? headerBytes : length;
    return whole ? all.subarray(0, length) : undefined;
  }

  #drain(): void {
    while (!this.#peer.closed && !this.#held()) {
      const bytes = this.#next();
      if (!bytes) return;
      const waiting = this.#answer(bytes);
      if (!waiting) continue;
      this.#busy = true;
      void waiting.then(() => {
        this.#busy = false;
        this.#goOn();
      });
      return;
    }
  }

  #answer(bytes: Buffer): Promise<void> | undefined {
    let message: Message | undefined;
    try {
      message = parseMessage(bytes);
    } catch (error) {
      this.#send(
        { requestId: bytes.readInt32LE(4), legacy: false, silent: false },
        errorReply(error),
      );
      return undefined;
    }
    if (!message) {
      this.#socket.destroy();
      return undefined;
    }
    const known = message;
    const reply = dispatch(this.#engine, this.#peer, known.body);
    if (reply instanceof Promise) return reply.then((late) => this.#send(known, late));
    this.#send(known, reply);
    return undefined;
  }

  #send(message: Pick<Message, 'requestId' | 'legacy' | 'silent'>, reply: Reply): void {
    if (message.silent || this.#peer.closed) return;
    let bytes: Buffer;
    try {
      bytes = encodeReply(message, reply);
    } catch (error) {
      bytes = encodeReply(message, errorReply(error));
    }
    this.#socket.write(bytes);
  }
}
