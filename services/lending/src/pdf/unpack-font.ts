/**
 * Unpacks a web font into the format of installed fonts, whose tables are readable in place. fontkit inflates a table of a
 * web font again for each glyph, which took a third of the time of a contract.
 */

import { inflateSync } from 'node:zlib';

/** "wOFF", the first version of the format: its tables are compressed separately. */
const signature = 0x774f4646;
const headerBytes = 44;
const entryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** Returns `file` unchanged if it is no web font. Throws a RangeError or an error of zlib if it is damaged. */
export function unpackFont(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== signature) return file;
  const count = file.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, at) => readEntry(file, at));
  const directoryBytes = sfntHeaderBytes + count * sfntEntryBytes;
  const bytes = entries.reduce((sum, { table }) => sum + padded(table.length), directoryBytes);
  const font = Buffer.alloc(bytes);
  file.copy(font, 0, 4, 8);
  const power = 31 - Math.clz32(count);
  const searchRange = sfntEntryBytes << power;
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(searchRange, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * sfntEntryBytes - searchRange, 10);
  let offset = directoryBytes;
  for (const [at, { tag, checksum, table }] of entries.entries()) {
    const entry = sfntHeaderBytes + at * sfntEntryBytes;
    font.writeUInt32BE(tag, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(table.length, entry + 12);
    table.copy(font, offset);
    offset += padded(table.length);
  }
  return font;
}

function readEntry(file: Buffer, at: number): { tag: number; checksum: number; table: Buffer } {
  const entry = headerBytes + at * entryBytes;
  const offset = file.readUInt32BE(entry + 4);
  const packedBytes = file.readUInt32BE(entry + 8);
  const bytes = file.readUInt32BE(entry + 12);
  const packed = file.subarray(offset, offset + packedBytes);
  // A table that compression does not make smaller is stored as it is.
  const table = packedBytes === bytes ? packed : inflateSync(packed, { maxOutputLength: bytes });
  if (table.length !== bytes) throw new RangeError('a table of the font is cut off');
  return { tag: file.readUInt32BE(entry), checksum: file.readUInt32BE(entry + 16), table };
}
