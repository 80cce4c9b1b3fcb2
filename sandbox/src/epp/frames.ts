/** EPP's framing on a byte stream (RFC 5734 section 4): four bytes of length that count themselves. */

import { headerBytes, maxFrameBytes } from './names.ts';

export class FrameError extends Error {}

/** Collects chunks as TCP delivers them and gives back whole frames, however they were split or joined. */
export class FrameReader {
  #waiting: Buffer = Buffer.alloc(0);

  /** Returns the XML bytes of every frame now complete. Throws FrameError on a length that cannot be. */
  push(chunk: Buffer): Buffer[] {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const frames: Buffer[] = [];
    while (this.#waiting.length >= headerBytes) {
      const length = this.#waiting.readUInt32BE(0);
      if (length <= headerBytes || length > maxFrameBytes) {
        throw new FrameError(`A frame of ${length} bytes is not accepted.`);
      }
      if (this.#waiting.length < length) break;
      frames.push(this.#waiting.subarray(headerBytes, length));
      this.#waiting = this.#waiting.subarray(length);
    }
    return frames;
  }
}

/** One frame on the wire. */
export function frame(xml: string | Buffer): Buffer {
  const body = Buffer.from(xml);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(body.length + headerBytes);
  return Buffer.concat([header, body]);
}
