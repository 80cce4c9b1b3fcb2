/**
 * JSON with the keys of every object sorted and everything else spelled as it came. NOWPayments signs
 * such a text; reading and writing it with JSON would turn 0.0000001 into 1e-7.
 */

const maxDepth = 32;
const space = /[ \t\n\r]*/y;
const text = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Reader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  whole(): string {
    const value = this.#value(0);
    this.#take(space);
    if (this.#at !== this.#json.length) this.#fail();
    return value;
  }

  #value(depth: number): string {
    if (depth > maxDepth) this.#fail();
    this.#take(space);
    if (this.#next('{')) return this.#object(depth);
    if (this.#next('[')) return this.#list(depth);
    const token = this.#take(text) ?? this.#take(scalar);
    return token ?? this.#fail();
  }

  #object(depth: number): string {
    const members = new Map<string, string>();
    this.#each('}', () => {
      this.#take(space);
      const raw = this.#take(text) ?? this.#fail();
      const key: string = JSON.parse(raw);
      this.#take(space);
      // A name given twice has no one meaning, so no signature can vouch for it.
      if (!this.#next(':') || members.has(key)) this.#fail();
      members.set(key, `${raw}:${this.#value(depth + 1)}`);
    });
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([, member]) => member).join(',')}}`;
  }

  #list(depth: number): string {
    const items: string[] = [];
    this.#each(']', () => items.push(this.#value(depth + 1)));
    return `[${items.join(',')}]`;
  }

  #each(end: string, read: () => void): void {
    this.#take(space);
    if (this.#next(end)) return;
    for (;;) {
      read();
      this.#take(space);
      if (this.#next(end)) return;
      if (!this.#next(',')) this.#fail();
    }
  }

  #next(letter: string): boolean {
    if (this.#json[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#json)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(): never {
    throw new SyntaxError(`this is not JSON at ${this.#at}`);
  }
}

/** Throws SyntaxError where `json` is not JSON, is nested over 32 deep, or names a key twice. */
export function sortJson(json: string): string {
  // The reader below splits what is known to be JSON; texts are not checked letter by letter again.
  JSON.parse(json);
  return new Reader(json).whole();
}
