/**
 * Detects the type of a file from its content in one bounded pass. PDFs and PNGs must end as they begin, and no file may
 * end as a ZIP archive: polyglot files hide a second file after the first.
 */

import { isUtf8 } from 'node:buffer';

export type EvidenceType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'text/plain';

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const jpegEnd = Buffer.from('ffd9', 'hex');
/** PDF readers look for the end marker in the last kilobyte. */
const pdfTailBytes = 1024;
/** "PK\5\6": the directory at the end of a ZIP, followed by 18 bytes and a comment of up to 65,535 bytes. */
const zipEnd = Buffer.from('504b0506', 'hex');
const zipEndBytes = 22;
const maxZipCommentBytes = 65_535;

/** Null for unsupported types and for polyglots. */
export function detectEvidenceType(bytes: Buffer): EvidenceType | null {
  if (bytes.length === 0 || isZipEnd(bytes)) return null;
  // A truncated PDF is often plain text; reject it instead of storing it as text.
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return isPdf(bytes) ? 'application/pdf' : null;
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  return isText(bytes) ? 'text/plain' : null;
}

function isPdf(bytes: Buffer): boolean {
  if (!/^%PDF-\d\.\d[\s%]/.test(bytes.toString('latin1', 0, 10))) return false;
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - pdfTailBytes));
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail);
}

/** Walks all chunks from IHDR to IEND; nothing may follow. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngStart)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') {
      return at + 12 === bytes.length && bytes.subarray(at).equals(pngEnd);
    }
    at += 12 + bytes.readUInt32BE(at);
  }
  return false;
}

/**
 * Walks the segments up to the scan and requires an end marker after it. Data appended by phones (video, depth maps) is
 * allowed, since files are only downloaded, never displayed.
 */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) return bytes.indexOf(jpegEnd, at) >= 0;
    else if (marker < 0xc0 || marker === 0xd9) return false;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** UTF-8 without control characters other than tab and line ends. */
function isText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false;
    // U+007F, and U+0080 to U+009F, which UTF-8 writes as C2 80 to C2 9F.
    if (byte === 0x7f || (byte === 0xc2 && (bytes[at + 1] ?? 0) < 0xa0)) return false;
  }
  return true;
}

/** ZIP readers start at the end of a file and ignore what precedes the archive. */
function isZipEnd(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - zipEndBytes - maxZipCommentBytes);
  for (let at = bytes.indexOf(zipEnd, from); at >= 0; at = bytes.indexOf(zipEnd, at + 1)) {
    if (at + zipEndBytes > bytes.length) return false;
    if (at + zipEndBytes + bytes.readUInt16LE(at + 20) <= bytes.length) return true;
  }
  return false;
}
