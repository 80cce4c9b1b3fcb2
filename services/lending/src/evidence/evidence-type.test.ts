/** Detection of evidence types by content, and safe file names. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpeg, pdf, png, text, zip } from '../testing/files.ts';
import { buildSafeEvidenceName, maxEvidenceBytes } from './evidence.ts';
import { detectEvidenceType } from './evidence-type.ts';

const bytes = (...chunks: (string | Buffer)[]) =>
  Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));

test('each of the four types is detected by its content', () => {
  const known: [Buffer, string][] = [
    [pdf, 'application/pdf'],
    [bytes('%PDF-1.7\r\n%âãÏÓ\r\n', 'startxref\r\n116\r\n%%EOF\r\n\r\n'), 'application/pdf'],
    [png, 'image/png'],
    [jpeg, 'image/jpeg'],
    [bytes(jpeg, Buffer.alloc(64)), 'image/jpeg'],
    [bytes(jpeg, Buffer.alloc(8), 'ftypmp42', Buffer.alloc(500, 7), 'SEFT'), 'image/jpeg'],
    [text, 'text/plain'],
    [bytes('\uFEFFΑν θέλεις. 張 👋'), 'text/plain'],
    [bytes('<html><script>alert(1)</script></html>'), 'text/plain'],
  ];
  for (const [file, type] of known) assert.equal(detectEvidenceType(file), type);
});

test('other files are rejected, whatever their name', () => {
  const others: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'an archive': zip,
    'an office document': bytes('PK\u0003\u0004', Buffer.alloc(40), zip),
    'a GIF': bytes('GIF89a', Buffer.alloc(20)),
    'a program of Windows': bytes('MZ', Buffer.alloc(64)),
    'a program of Linux': bytes('\u007fELF', Buffer.alloc(64)),
    'text with a bell': bytes('Hello\u0007'),
    'text with a zero': bytes('Hello\0'),
    'text with an escape sequence': bytes('\u001b[2J'),
    'text with a C1 control': bytes('a\u009bb'),
    'text in Latin-1': Buffer.from('Zürich', 'latin1'),
    'text in UTF-16': Buffer.from('\uFEFFHello', 'utf16le'),
    'half a character': Buffer.from([0x61, 0xe2, 0x82]),
    'a surrogate alone': Buffer.from([0xed, 0xa0, 0x80]),
  };
  for (const [what, file] of Object.entries(others))
    assert.equal(detectEvidenceType(file), null, what);
});

test('polyglot files are rejected', () => {
  const polyglots: Record<string, Buffer> = {
    'a PDF with an archive behind it': bytes(pdf, zip),
    'a picture with an archive behind it': bytes(png, zip),
    'a photograph with an archive behind it': bytes(jpeg, zip),
    'text with an archive behind it': bytes(text, zip),
    'an archive whose comment ends as a PDF': bytes(
      pdf,
      Buffer.from('504b0506', 'hex'),
      Buffer.alloc(16),
      Buffer.from([pdf.length, 0]),
      pdf,
    ),
    'a picture with a page behind it': bytes(png, '<script>alert(1)</script>'),
    'a PDF with a program before it': bytes('MZ\u0090', pdf),
    'a PDF with a page before it': bytes('<html>', '\0', pdf),
    'a PDF that never ends': pdf.subarray(0, pdf.length - 10),
    'a PDF with a kilobyte behind its end': bytes(pdf, 'x'.repeat(2_000)),
    'a picture that stops': png.subarray(0, png.length - 1),
    'a picture without a header': bytes(png.subarray(0, 8), png.subarray(33)),
    'a picture whose chunk is longer than the file': bytes(
      png.subarray(0, 8),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      png.subarray(12),
    ),
    'a photograph that stops': jpeg.subarray(0, jpeg.length - 2),
    'only the start of a photograph': jpeg.subarray(0, 3),
  };
  for (const [what, file] of Object.entries(polyglots))
    assert.equal(detectEvidenceType(file), null, what);
});

test('detection always ends: random bytes, and as many small chunks as possible', () => {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state & 0xff;
  };
  for (let round = 0; round < 2_000; round++) {
    const file = Buffer.from(Array.from({ length: 1 + (round % 200) }, next));
    const start = [pdf, png, jpeg, zip][round % 4] ?? png;
    detectEvidenceType(file);
    detectEvidenceType(bytes(start.subarray(0, round % start.length), file));
  }
  const header = png.subarray(0, 33);
  const tiny = Buffer.alloc(12 * Math.floor((maxEvidenceBytes - 33) / 12));
  assert.equal(detectEvidenceType(bytes(header, tiny)), null);
  assert.equal(detectEvidenceType(Buffer.alloc(maxEvidenceBytes, 0xff)), null);
  const segments = Buffer.alloc(maxEvidenceBytes, Buffer.from('ffe00002', 'hex'));
  assert.equal(detectEvidenceType(bytes(Buffer.from('ffd8', 'hex'), segments)), null);
  const directories = Buffer.alloc(maxEvidenceBytes, Buffer.from('504b0506', 'hex'));
  assert.notEqual(detectEvidenceType(bytes(pdf, directories)), 'application/pdf');
});

test('a file name has no path, no invisible characters and the extension of its type', () => {
  const names: [string, 'application/pdf' | 'image/jpeg' | 'text/plain', string][] = [
    ['letter.pdf', 'application/pdf', 'letter.pdf'],
    ['Letter.PDF', 'application/pdf', 'Letter.PDF'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['chat.csv', 'text/plain', 'chat.csv'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\Windows\\system32\\cmd.exe', 'application/pdf', 'cmd.exe.pdf'],
    ['page.html', 'text/plain', 'page.html.txt'],
    ['a\r\nSet-Cookie: x=1.pdf', 'application/pdf', 'aSet-Cookie x=1.pdf'],
    ['invoice\u202Efdp.exe', 'application/pdf', 'invoicefdp.exe.pdf'],
    ['zero\u200Bwidth\u2028.txt', 'text/plain', 'zerowidth.txt'],
    ['  spaced   out .txt', 'text/plain', 'spaced out .txt'],
    ['', 'application/pdf', 'evidence.pdf'],
    ['...', 'application/pdf', 'evidence.pdf'],
    ['.pdf', 'application/pdf', 'pdf.pdf'],
    ['Überweisung 張.pdf', 'application/pdf', 'Überweisung 張.pdf'],
    ['half\ud800.txt', 'text/plain', 'half.txt'],
  ];
  for (const [given, type, expected] of names)
    assert.equal(buildSafeEvidenceName(given, type), expected);
  const long = buildSafeEvidenceName(`${'👋'.repeat(5_000)}.pdf`, 'application/pdf');
  assert.equal([...long].length, 120);
  assert.ok(long.endsWith('.pdf') && long.isWellFormed());
});
