/** A log that records its lines, for tests of messages to operators. */

export interface RecordingLog {
  warn(...words: unknown[]): void;
  info(...words: unknown[]): void;
  /** Lines by level, oldest first. */
  warned: string[];
  informed: string[];
}

export function createRecordingLog(): RecordingLog {
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
