/** A log that keeps what is said to it, for tests of what an operator is told. */

export interface HeardLog {
  warn(...words: unknown[]): void;
  info(...words: unknown[]): void;
  /** What was said at the level, oldest first. */
  warned: string[];
  informed: string[];
}

export function heardLog(): HeardLog {
  const warned: string[] = [];
  const informed: string[] = [];
  const asText = (words: unknown[]) =>
    words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' ');
  return {
    warned,
    informed,
    warn: (...words) => warned.push(asText(words)),
    info: (...words) => informed.push(asText(words)),
  };
}
