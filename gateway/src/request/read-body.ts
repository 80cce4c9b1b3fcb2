/** Reads request bodies with bounds: size, depth, kind. Nothing of a refused body reaches anyone. */

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { ApiErrorException, apiError } from '../api-error.ts';
import type { BodyMemory } from './body-share.ts';

/** How much of a too large body is still read, so that its sender hears the answer. */
const maxDrainBytes = 8 * 1024 * 1024;
const maxDepth = 32;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?;?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body that stops coming holds its memory for nothing: so many bytes a second, after so long. */
const minBytesPerSecond = 8 * 1024;
const graceMs = 5000;
/** A piece by itself takes hundreds of bytes more than it holds, so that so many are made one. */
const maxPieces = 256;

/**
 * The whole body, at most `limitBytes`; TOO_LARGE beyond, after reading on to 8 MB. What is kept comes out of
 * `share`; UNAVAILABLE or TOO_MANY_REQUESTS where there is no room for it now. 408 for one that comes too slowly.
 */
export async function readBody(
  stream: Readable,
  limitBytes: number,
  share: BodyMemory,
): Promise<Buffer> {
  const atOnce = readBuffered(stream, limitBytes, share);
  if (atOnce) return atOnce;
  const kept = new ChunkBuffer();
  let bytes = 0;
  const pace = new RateGuard(() => bytes);
  // Leaving it must not end the connection: the sender is to hear the answer.
  const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const { value: chunk, done } = await pace.watch(body.next());
      if (done) break;
      bytes += chunk.length;
      if (bytes <= limitBytes) {
        share.reserve(chunk.length);
        kept.add(chunk);
      } else {
        kept.clear();
        share.release();
      }
      if (bytes > limitBytes && bytes > maxDrainBytes) break;
    }
  } catch (error) {
    if (error instanceof DomainError || error instanceof ApiErrorException) {
      share.release();
      stream.resume();
    }
    // Whoever hangs up in the middle is no failure of ours, and must not fill the log with errors.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new DomainError('INVALID_INPUT', 'The body ended early.');
  } finally {
    pace.stop();
    void body.return?.();
  }
  if (bytes > limitBytes) {
    // What still comes is thrown away unread until the answer has gone out and the connection closes.
    stream.resume();
    throw tooLargeError(limitBytes);
  }
  return kept.whole();
}

/** All of a body that has come already, as a small one does with its head; undefined where there is more to wait for. */
function readBuffered(stream: Readable, limitBytes: number, share: BodyMemory): Buffer | undefined {
  const { complete } = stream as Partial<IncomingMessage>;
  const length = stream.readableLength;
  if (!complete || length === 0 || length > limitBytes) return undefined;
  try {
    share.reserve(length);
  } catch (error) {
    share.release();
    stream.resume();
    throw error;
  }
  return stream.read() as Buffer;
}

/** A body as it comes, in pieces as small as its sender likes. */
class ChunkBuffer {
  #whole: Buffer[] = [];
  #newest: Buffer[] = [];

  add(piece: Buffer): void {
    this.#newest.push(piece);
    if (this.#newest.length < maxPieces) return;
    this.#whole.push(Buffer.concat(this.#newest));
    this.#newest = [];
  }

  clear(): void {
    this.#whole = [];
    this.#newest = [];
  }

  whole(): Buffer {
    return Buffer.concat([...this.#whole, ...this.#newest]);
  }
}

/** Looks every few seconds whether enough has come since. */
class RateGuard {
  #refuse: (error: ApiErrorException) => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(bytesSoFar: () => number) {
    let before = 0;
    this.#timer = setInterval(() => {
      const came = bytesSoFar() - before;
      before = bytesSoFar();
      if (came >= (minBytesPerSecond * graceMs) / 1000) return;
      const sentence = 'The body comes too slowly. Please try again.';
      this.#refuse(new ApiErrorException({ ...apiError('INVALID_INPUT', sentence), status: 408 }));
    }, graceMs);
  }

  /** As the step ends, or 408. A race with one long promise would keep something of each step. */
  watch<R>(step: Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      step.then(resolve, reject);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function tooLargeError(limitBytes: number): DomainError {
  const kilobytes = Math.round(limitBytes / 1024);
  const size = kilobytes >= 1024 ? `${kilobytes / 1024} MB` : `${kilobytes} KB`;
  return new DomainError('TOO_LARGE', `This is too large: at most ${size} are accepted.`);
}

/** The JSON object of a body; no body is an empty one. NOT_JSON for another kind, INVALID_INPUT for bad JSON. */
export function parseJson(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!contentType || !jsonType.test(contentType.trim())) {
    throw new DomainError('NOT_JSON', 'Send the body as JSON, with content-type application/json.');
  }
  if (isTooDeep(bytes)) throw new DomainError('INVALID_INPUT', 'The JSON is nested too deeply.');
  const value = parse(bytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new DomainError('INVALID_INPUT', 'The body must be a JSON object.');
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new DomainError('INVALID_INPUT', 'The body is not valid JSON.');
  }
}

/** Counts brackets outside of texts; deep JSON breaks whoever walks it. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
