/** EPP's data units over TCP (RFC 5734 section 4): four octets of length, which count themselves, then XML. */

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

/** Collects what arrives, in whatever pieces, into whole frames. */
export class FrameReader {
  readonly #mostOctets: number;
  #pieces: Buffer[] = [];
  #octets = 0;

  /** `mostOctets` bounds a whole frame; a longer one is refused as soon as its length is read. */
  constructor(mostOctets: number) {
    this.#mostOctets = mostOctets;
  }

  /** The XML of the frames that `chunk` completes. Throws FrameError; then the stream is lost. */
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
    if (length <= headerOctets) throw new FrameError('A frame without content came.');
    if (length > this.#mostOctets)
      throw new FrameError(`A frame of ${length} octets came, which is too long.`);
    return length;
  }

  /** One buffer of all pieces; joining only when a frame is whole keeps many small chunks linear. */
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
    throw new FrameError('A frame that is not UTF-8 came.');
  }
}
