/** Reads request bodies within limits of size, rate, nesting and type. No part of a rejected body is passed on. */

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '@nameloan/contracts/errors';
import { ApiErrorException, apiError } from '../api-error.ts';
import type { BodyMemory } from './body-share.ts';

/** How much of a too large body is still read, so that the client receives the response. */
const maxDrainBytes = 8 * 1024 * 1024;
const maxDepth = 32;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?;?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The minimum rate of a body, checked at this interval: a stalled upload would hold its memory. */
const minBytesPerSecond = 8 * 1024;
const rateCheckMs = 5000;
/** Small chunks have an overhead of hundreds of bytes each, so this many are merged into one. */
const maxPieces = 256;

/**
 * Reads a body of at most `limitBytes`. Throws TOO_LARGE beyond, after draining up to 8 MB; UNAVAILABLE or
 * TOO_MANY_REQUESTS if `share` has no memory left; and 408 if the body arrives too slowly.
 */
export async function readBody(
  stream: Readable,
  limitBytes: number,
  share: BodyMemory,
): Promise<Buffer> {
  const buffered = readBuffered(stream, limitBytes, share);
  if (buffered) return buffered;
  const chunks = new ChunkBuffer();
  let bytes = 0;
  const pace = new RateGuard(() => bytes);
  // Leaving the loop must not close the connection, or the client would not receive the response.
  const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const { value: chunk, done } = await pace.watch(body.next());
      if (done) break;
      bytes += chunk.length;
      if (bytes <= limitBytes) {
        share.reserve(chunk.length);
        chunks.add(chunk);
      } else {
        chunks.clear();
        share.release();
      }
      if (bytes > limitBytes && bytes > maxDrainBytes) break;
    }
  } catch (error) {
    if (error instanceof DomainError || error instanceof ApiErrorException) {
      share.release();
      stream.resume();
    }
    // A client that disconnects is not our failure and must not fill the error log.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new DomainError('INVALID_INPUT', 'The body ended early.');
  } finally {
    pace.stop();
    void body.return?.();
  }
  if (bytes > limitBytes) {
    // Discards the rest until the response is sent and the connection closes.
    stream.resume();
    throw tooLargeError(limitBytes);
  }
  return chunks.whole();
}

/** Returns a body that has arrived completely, as small ones do; undefined if more is to come. */
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

/** Collects the chunks of a body, which may be arbitrarily small. */
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

/** Rejects a body that arrives below the minimum rate. */
class RateGuard {
  #reject: (error: ApiErrorException) => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(bytesSoFar: () => number) {
    let before = 0;
    this.#timer = setInterval(() => {
      const receivedBytes = bytesSoFar() - before;
      before = bytesSoFar();
      if (receivedBytes >= (minBytesPerSecond * rateCheckMs) / 1000) return;
      const sentence = 'The body arrives too slowly. Please try again.';
      this.#reject(new ApiErrorException({ ...apiError('INVALID_INPUT', sentence), status: 408 }));
    }, rateCheckMs);
  }

  /** Settles like `step`, or rejects with 408. A race with one long-lived promise would leak memory per step. */
  watch<R>(step: Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
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

/** Parses a JSON object; an empty body is an empty object. Throws NOT_JSON for another type, INVALID_INPUT for invalid JSON. */
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

/** Counts brackets outside strings, because deeply nested JSON overflows recursive code. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
