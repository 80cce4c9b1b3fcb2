/**
 * Sorts the keys of a JSON text and keeps every other character. NOWPayments signs this form; parsing and
 * serialising would turn 0.0000001 into 1e-7.
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
      // A duplicate key is ambiguous, so its signature proves nothing.
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
    throw new SyntaxError(`invalid JSON at ${this.#at}`);
  }
}

/** Throws SyntaxError on invalid JSON, nesting deeper than 32, or a duplicate key. */
export function sortJson(json: string): string {
  // Validates the text, so the reader only has to split it.
  JSON.parse(json);
  return new Reader(json).whole();
}
