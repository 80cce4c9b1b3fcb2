/** A built web app in its folder: its files, its page with a matching policy, and its paths. */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { CompressedText, Encoding } from '../pages/send-compressed.ts';
import { compressText, hashText } from '../pages/send-compressed.ts';
import { createPathMatcher } from './path-patterns.ts';

export interface AppPage extends CompressedText {
  policy: string;
}

export interface Release {
  page: AppPage;
  /** Paths of the public files, each with a leading slash. */
  files: ReadonlySet<string>;
  hasPath(path: string): boolean;
}

const pageFile = 'index.html';
const pathsFile = 'paths.json';
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Allows only our own origin. Inline scripts are allowed by hash, because the page is a static file without nonces. */
function buildPolicy(html: string): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
  ].join('; ');
}

/** False for build metadata and for precompressed variants. */
const isPublic = (file: string) =>
  !/(^|\/)\./.test(file) && !/\.(br|gz)$/.test(file) && file !== pageFile && file !== pathsFile;

/** Stands for the product's address, which the build does not know, in links that must be absolute. */
const addressMark = '%PUBLIC_URL%';

async function readPage(folder: string, address: string): Promise<AppPage> {
  const file = join(folder, pageFile);
  const html = await readFile(file);
  const text = html.toString('utf8');
  const policy = buildPolicy(text);
  if (text.includes(addressMark))
    return { ...compressText(text.replaceAll(addressMark, () => address)), policy };
  const bodies = new Map<Encoding | undefined, Buffer>([[undefined, html]]);
  for (const [encoding, ending] of [
    ['br', 'br'],
    ['gzip', 'gz'],
  ] as const) {
    const packed = await readFile(`${file}.${ending}`).catch(() => undefined);
    if (packed) bodies.set(encoding, packed);
  }
  return { bodies, etag: hashText(html), policy };
}

async function readRelease(folder: string, address: string): Promise<Release> {
  const [page, paths, entries] = await Promise.all([
    readPage(folder, address),
    readFile(join(folder, pathsFile), 'utf8'),
    readdir(folder, { recursive: true, withFileTypes: true }),
  ]);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isPublic);
  const hasPath = createPathMatcher(JSON.parse(paths));
  return { page, files: new Set(files.map((file) => `/${file}`)), hasPath };
}

/** Identifies a version of the page's file. */
async function readFileStamp(folder: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(join(folder, pageFile));
  return `${ino} ${mtimeMs} ${size}`;
}

export class BuiltApp {
  readonly folder: string;
  readonly #address: string;
  #stamp: string;
  #release: Promise<Release>;

  private constructor(
    { folder, address }: { folder: string; address: string },
    { stamp, release }: { stamp: string; release: Release },
  ) {
    this.folder = folder;
    this.#address = address;
    this.#stamp = stamp;
    this.#release = Promise.resolve(release);
  }

  /** `address`: the public URL of the product. Throws if the app is incomplete. */
  static async open(folder: string, address: string): Promise<BuiltApp> {
    const stamp = await readFileStamp(folder);
    const release = await readRelease(folder, address);
    return new BuiltApp({ folder, address }, { stamp, release });
  }

  /** The release that is in the folder now; a new one may be deployed while this process runs. */
  async release(): Promise<Release> {
    const previous = this.#release;
    const stamp = await readFileStamp(this.folder).catch(() => this.#stamp);
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#release = readRelease(this.folder, this.#address).catch(() => {
        // The new release is incomplete; the next request checks again.
        this.#stamp = '';
        return previous;
      });
    }
    return this.#release;
  }
}
