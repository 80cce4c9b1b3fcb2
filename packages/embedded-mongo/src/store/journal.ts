/** The append-only journal: one frame per commit, so that a commit is on disk whole or not at all. */
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { serialize } from 'bson';
import { decodeDocument } from '../bson/decode.ts';
import type { Document } from '../bson/values.ts';

/** One change, as the journal keeps it. */
export type JournalRecord = Record<string, unknown>;

const headerBytes = 8;
const syncEveryMs = 100;

/** length u32, crc32 u32, then the records as BSON documents one after another. */
function encodeFrame(records: JournalRecord[]): Buffer {
  const parts = records.map((record) => serialize(record, { ignoreUndefined: true }));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  let at = headerBytes;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  frame.writeUInt32LE(length, 0);
  frame.writeUInt32LE(crc32(frame.subarray(headerBytes)), 4);
  return frame;
}

function readFully(fd: number, length: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Reads frame after frame; returns where the last whole one ends. */
function replay(fd: number, onRecord: (record: Document) => void): number {
  const size = fstatSync(fd).size;
  let position = 0;
  while (position + headerBytes <= size) {
    const header = readFully(fd, headerBytes, position);
    const length = header.readUInt32LE(0);
    if (length === 0 || position + headerBytes + length > size) break;
    const body = readFully(fd, length, position + headerBytes);
    if (crc32(body) !== header.readUInt32LE(4)) break;
    for (let at = 0; at < length; at += body.readInt32LE(at)) onRecord(decodeDocument(body, at));
    position += headerBytes + length;
  }
  return position;
}

function writeFully(fd: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length)
    written += writeSync(fd, bytes, written, bytes.length - written, position + written);
}

export class Journal {
  readonly path: string;
  #fd: number;
  #end: number;
  #dirty = false;
  #syncing = false;
  #timer: NodeJS.Timeout | undefined;
  /** Frames appended while a compaction runs: they follow the snapshot in the new file. */
  #since: Buffer[] | undefined;
  #closed = false;

  /** Opens (or begins) the journal, hands every record to `onRecord` and cuts a torn tail off. */
  constructor(dataDir: string, onRecord: (record: Document) => void) {
    this.path = join(dataDir, 'journal.bin');
    this.#fd = openSync(this.path, 'a+', 0o600);
    closeSync(this.#fd);
    this.#fd = openSync(this.path, 'r+');
    this.#end = replay(this.#fd, onRecord);
    if (fstatSync(this.#fd).size > this.#end) {
      ftruncateSync(this.#fd, this.#end);
      fdatasyncSync(this.#fd);
    }
  }

  get bytes(): number {
    return this.#end;
  }

  /** Writes one commit; after return it survives the death of this process. Throws when the disk refuses. */
  append(records: JournalRecord[], durable = false): void {
    const frame = encodeFrame(records);
    try {
      writeFully(this.#fd, frame, this.#end);
      if (durable) fdatasyncSync(this.#fd);
    } catch (error) {
      ftruncateSync(this.#fd, this.#end);
      throw error;
    }
    this.#end += frame.length;
    this.#dirty = !durable;
    this.#since?.push(frame);
    if (!durable) this.#syncLater();
  }

  /** With whatever else is written until then. */
  #syncLater(): void {
    this.#timer ??= setTimeout(() => this.#sync(), syncEveryMs).unref();
  }

  #sync(): void {
    this.#timer = undefined;
    // One that is under way looks again when it is done.
    if (!this.#dirty || this.#closed || this.#syncing) return;
    this.#dirty = false;
    this.#syncing = true;
    fdatasync(this.#fd, (error) => {
      this.#syncing = false;
      this.#dirty ||= error !== null;
      if (this.#dirty && !this.#closed) this.#syncLater();
    });
  }

  /** Replaces the file with the given records plus those appended during the rewrite, one slice per event-loop turn. */
  async compact(batches: Iterable<JournalRecord[]>): Promise<void> {
    if (this.#since || this.#closed) return;
    const fd = openSync(`${this.path}.new`, 'w', 0o600);
    this.#since = [];
    let end = 0;
    const write = (frame: Buffer): void => {
      writeFully(fd, frame, end);
      end += frame.length;
    };
    try {
      for (const batch of batches) {
        write(encodeFrame(batch));
        await new Promise((resolve) => setImmediate(resolve));
        if (this.#closed) break;
      }
      while (this.#syncing) await new Promise((resolve) => setImmediate(resolve));
      if (!this.#closed)
        this.#swap(
          fd,
          () => this.#since?.forEach(write),
          () => end,
        );
    } finally {
      this.#since = undefined;
      // Not finished: the disk may be full, and the rest must not stay so.
      if (fd !== this.#fd) {
        closeSync(fd);
        rmSync(`${this.path}.new`, { force: true });
      }
    }
  }

  #swap(fd: number, writeRest: () => void, end: () => number): void {
    writeRest();
    fsyncSync(fd);
    renameSync(`${this.path}.new`, this.path);
    // Before anything else can fail: what is appended to the old file now would be lost.
    const old = this.#fd;
    this.#fd = fd;
    this.#end = end();
    this.#dirty = false;
    closeSync(old);
    const folder = openSync(dirname(this.path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    fdatasyncSync(this.#fd);
    closeSync(this.#fd);
  }
}
