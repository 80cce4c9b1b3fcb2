/** Packs the files of a build once, as small as they get, so that the gateway packs nothing while it serves. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const worthwhileBytes = 1024;
const text = /\.(html|js|css|svg|json|txt|map|webmanifest)$/;

const packers = [
  {
    ending: 'br',
    pack: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { ending: 'gz', pack: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

async function packFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= worthwhileBytes) return;
  for (const { ending, pack } of packers) {
    const packed = await pack(bytes);
    if (packed.length < bytes.length) await writeFile(`${file}.${ending}`, packed);
  }
}

export async function packFolder(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/.'));
  await Promise.all(files.map(packFile));
}
