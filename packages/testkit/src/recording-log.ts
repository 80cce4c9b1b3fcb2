/** A log that records its lines, for tests of log messages. */

export interface RecordingLog {
  warn(...values: unknown[]): void;
  info(...values: unknown[]): void;
  /** Lines by level, oldest first. */
  warned: string[];
  informed: string[];
}

export function createRecordingLog(): RecordingLog {
  const warned: string[] = [];
  const informed: string[] = [];
  const formatLine = (values: unknown[]) =>
    values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  return {
    warned,
    informed,
    warn: (...values) => warned.push(formatLine(values)),
    info: (...values) => informed.push(formatLine(values)),
  };
}
