/** EPP frames over TCP (RFC 5734 section 4): a four-octet length that includes itself, then XML. */

const headerOctets = 4;

export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

export function frame(xml: string): Buffer {
  const body = Buffer.from(xml, 'utf8');
  const whole = Buffer.allocUnsafe(headerOctets + body.length);
  whole.writeUInt32BE(whole.length, 0);
  body.copy(whole, headerOctets);
  return whole;
}

/** Assembles complete frames from chunks of any size. */
export class FrameReader {
  readonly #maxOctets: number;
  #pieces: Buffer[] = [];
  #octets = 0;

  /** `maxOctets` limits a whole frame; a longer one is rejected as soon as its length is read. */
  constructor(maxOctets: number) {
    this.#maxOctets = maxOctets;
  }

  /** The XML of the frames that `chunk` completes. After a FrameError the stream is unusable. */
  push(chunk: Buffer): string[] {
    this.#pieces.push(chunk);
    this.#octets += chunk.length;
    const whole: string[] = [];
    for (let length = this.#nextLength(); length !== undefined; length = this.#nextLength()) {
      if (this.#octets < length) break;
      const octets = this.#joined();
      whole.push(decode(octets.subarray(headerOctets, length)));
      this.#keep(octets.subarray(length));
    }
    return whole;
  }

  #nextLength(): number | undefined {
    if (this.#octets < headerOctets) return undefined;
    const first = this.#pieces[0];
    const header = first && first.length >= headerOctets ? first : this.#joined();
    const length = header.readUInt32BE(0);
    if (length <= headerOctets) throw new FrameError('The registry sent an empty frame.');
    if (length > this.#maxOctets)
      throw new FrameError(`The registry sent a frame of ${length} octets, which is too long.`);
    return length;
  }

  /** All pieces as one buffer. Joined only when a frame is complete, so that many small chunks stay linear. */
  #joined(): Buffer {
    const [first] = this.#pieces;
    if (first && this.#pieces.length === 1) return first;
    const joined = Buffer.concat(this.#pieces);
    this.#keep(joined);
    return joined;
  }

  #keep(rest: Buffer): void {
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#octets = rest.length;
  }
}

function decode(octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    throw new FrameError('The registry sent a frame that is not UTF-8.');
  }
}
