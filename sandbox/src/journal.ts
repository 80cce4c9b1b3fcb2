/**
 * The sandbox's only door to the disk: an append-only file of JSON lines, so that a kill -9 loses
 * nothing that was answered and a line written halfway is cut at the next start.
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

/** Below this many bytes a journal is never worth rewriting. */
const smallJournalBytes = 1_000_000;
const newline = 0x0a;

export interface Journal {
  /** Writes one entry whole, or throws and leaves the file as it was. Returns when the system has it. */
  append(entry: unknown): void;
  /** Replaces the whole file by these entries when it has grown to twice what they need. */
  compactIfGrown(entries: () => Iterable<unknown>): void;
  close(): void;
}

/** A journal that keeps nothing, for a sandbox without a data folder. */
export const memoryJournal: Journal = { append() {}, compactIfGrown() {}, close() {} };

/**
 * Opens (or makes) the journal in `folder` and hands every entry kept in it to `replay`, oldest first.
 * Throws when a line other than the last cannot be read: that is damage, not a torn write.
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
      // A full disk may have taken half of the line: without this cut the next entry would join it.
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
    // Before the rename, so that a power cut cannot leave an empty file under the journal's name.
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
