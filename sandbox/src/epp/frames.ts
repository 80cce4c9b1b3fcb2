/** EPP's framing on a byte stream (RFC 5734 section 4): a four-byte length that includes itself. */

import { headerBytes, maxFrameBytes } from './names.ts';

class FrameError extends Error {}

/** Assembles complete frames from TCP chunks, however they are split. */
export class FrameReader {
  #waiting: Buffer = Buffer.alloc(0);

  /** Returns the XML bytes of every frame now complete. Throws FrameError for an invalid length. */
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

/** Encodes one frame. */
export function frame(xml: string | Buffer): Buffer {
  const body = Buffer.from(xml);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(body.length + headerBytes);
  return Buffer.concat([header, body]);
}
