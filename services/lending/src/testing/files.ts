/** Minimal files of each type for tests of evidence. */

import { crc32, deflateSync } from 'node:zlib';
import { terms } from './contracts.ts';

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One black pixel. */
export const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  buildChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
  buildChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
  buildChunk('IEND', Buffer.alloc(0)),
]);

/** Tables, a frame, a scan and the end marker. */
export const jpeg = Buffer.from(
  `ffd8ffe000104a46494600010100000100010000ffdb004300${'10'.repeat(64)}ffc0000b080001000101011100ffc40014` +
    '0001000000000000000000000000000000' +
    '08ffda0008010100003f00d2cf20ffd9',
  'hex',
);

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'xref\n0 3\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n107\n%%EOF\n',
  'latin1',
);

export const text = Buffer.from(`Dear ${terms.borrowerName},\r\n\tI sent it on Monday.\n`);

/** An empty archive: only its end-of-directory record. */
export const zip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);
