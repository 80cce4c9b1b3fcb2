/**
 * The sandbox's storage: an append-only file of JSON lines. A kill -9 loses nothing that was answered, and an
 * incomplete last line is removed at the next start.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A journal smaller than this is never rewritten. */
const smallJournalBytes = 1_000_000;
const newline = 0x0a;

export interface Journal {
  /** Writes one entry completely, or throws and leaves the file unchanged. Returns once the operating system has it. */
  append(entry: unknown): void;
  /** Rewrites the file with these entries when it has grown to twice their size. */
  compactIfGrown(entries: () => Iterable<unknown>): void;
  close(): void;
}

/** A journal that stores nothing, for a sandbox without a data folder. */
export const memoryJournal: Journal = { append() {}, compactIfGrown() {}, close() {} };

/**
 * Opens or creates the journal in `folder` and passes every stored entry to `replay`, oldest first. Throws when a
 * line other than the last is unreadable, because that is damage and not an interrupted write.
 */
export function openJournal(folder: string, replay: (entry: unknown) => void): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'journal.jsonl');
  if (existsSync(path)) replayFile(path, replay);
  return new FileJournal(path);
}

function replayFile(path: string, replay: (entry: unknown) => void): void {
  const bytes = readFileSync(path);
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(newline, start);
    const entry = end < 0 ? undefined : parseLine(bytes.toString('utf8', start, end));
    if (entry === undefined) {
      const isLast = end < 0 || end === bytes.length - 1;
      if (!isLast) throw new Error(`The sandbox's journal ${path} is damaged at line ${line}.`);
      truncateSync(path, start);
      return;
    }
    replay(entry);
    start = end + 1;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

class FileJournal implements Journal {
  readonly #path: string;
  #file: number;
  #bytes: number;
  #bytesAfterCompaction: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#file).size;
    this.#bytesAfterCompaction = 0;
  }

  append(entry: unknown): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      for (let done = 0; done < line.length; ) done += writeSync(this.#file, line, done);
    } catch (error) {
      // A full disk may have written half of the line; it must not merge with the next entry.
      ftruncateSync(this.#file, this.#bytes);
      throw error;
    }
    this.#bytes += line.length;
  }

  compactIfGrown(entries: () => Iterable<unknown>): void {
    if (this.#bytes < Math.max(smallJournalBytes, this.#bytesAfterCompaction * 2)) return;
    const fresh = `${this.#path}.new`;
    const file = openSync(fresh, 'w', 0o600);
    for (const entry of entries()) writeSync(file, `${JSON.stringify(entry)}\n`);
    // Synced before the rename, so that a power failure cannot leave an empty journal.
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#bytes = fstatSync(this.#file).size;
    this.#bytesAfterCompaction = this.#bytes;
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}
