/** Compresses the files of a build with the best ratio, so that the gateway compresses nothing while it serves. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const minBytes = 1024;
const compressible = /\.(html|js|css|svg|json|txt|map|webmanifest)$/;

const encodings = [
  {
    extension: 'br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { extension: 'gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= minBytes) return;
  for (const { extension, compress } of encodings) {
    const compressed = await compress(bytes);
    if (compressed.length < bytes.length) await writeFile(`${file}.${extension}`, compressed);
  }
}

export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/.'));
  await Promise.all(files.map(compressFile));
}
