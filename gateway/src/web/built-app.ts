/** A built web app in its folder: which files it has, its page with the policy that fits it, and the paths that it knows. */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createPathMatcher } from './path-patterns.ts';

export type Encoding = 'br' | 'gzip';

export interface AppPage {
  /** By encoding; the plain one has none. */
  bodies: ReadonlyMap<Encoding | undefined, Buffer>;
  etag: string;
  policy: string;
}

export interface Release {
  page: AppPage;
  /** Paths of the files that anyone may have, each with a slash before it. */
  files: ReadonlySet<string>;
  hasPath(path: string): boolean;
}

const pageFile = 'index.html';
const pathsFile = 'paths.json';
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Nothing but what is ours. The scripts inside the page are named by their hash, for they stand in a file that any visitor may have. */
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

/** What the build keeps for itself, and what is sent only in place of another file. */
const isPublic = (file: string) =>
  !/(^|\/)\./.test(file) && !/\.(br|gz)$/.test(file) && file !== pageFile && file !== pathsFile;

async function readPage(folder: string): Promise<AppPage> {
  const file = join(folder, pageFile);
  const html = await readFile(file);
  const bodies = new Map<Encoding | undefined, Buffer>([[undefined, html]]);
  for (const [encoding, ending] of [
    ['br', 'br'],
    ['gzip', 'gz'],
  ] as const) {
    const packed = await readFile(`${file}.${ending}`).catch(() => undefined);
    if (packed) bodies.set(encoding, packed);
  }
  const etag = createHash('sha256').update(html).digest('base64url').slice(0, 27);
  return { bodies, etag, policy: buildPolicy(html.toString('utf8')) };
}

async function readRelease(folder: string): Promise<Release> {
  const [page, paths, found] = await Promise.all([
    readPage(folder),
    readFile(join(folder, pathsFile), 'utf8'),
    readdir(folder, { recursive: true, withFileTypes: true }),
  ]);
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isPublic);
  const knows = createPathMatcher(JSON.parse(paths));
  return { page, files: new Set(files.map((file) => `/${file}`)), hasPath };
}

/** What tells one state of the page's file from another. */
async function readFileStamp(folder: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(join(folder, pageFile));
  return `${ino} ${mtimeMs} ${size}`;
}

export class BuiltApp {
  readonly folder: string;
  #mark: string;
  #release: Promise<Release>;

  private constructor(folder: string, { mark, release }: { mark: string; release: Release }) {
    this.folder = folder;
    this.#mark = mark;
    this.#release = Promise.resolve(release);
  }

  /** Throws where there is no whole app. */
  static async open(folder: string): Promise<BuiltApp> {
    const mark = await readFileStamp(folder);
    return new BuiltApp(folder, { mark, release: await readRelease(folder) });
  }

  /** The release that is in the folder now: another one may be put there while this process runs. */
  async release(): Promise<Release> {
    const before = this.#release;
    const mark = await readFileStamp(this.folder).catch(() => this.#mark);
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#release = readRelease(this.folder).catch(() => {
        // It is being put there; the next request looks again.
        this.#mark = '';
        return before;
      });
    }
    return this.#release;
  }
}
