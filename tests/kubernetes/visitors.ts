/** Visitors who browse in the background, by k6, and what became of their reads. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

function findK6(): string | undefined {
  const folders = [resolve(root, '../shared/tools'), ...(process.env.PATH ?? '').split(delimiter)];
  const named = process.env.K6_BINARY;
  return [...(named ? [named] : []), ...folders.map((folder) => join(folder, 'k6'))].find(
    existsSync,
  );
}

/** Why nobody can browse here; false where k6 is found. */
export const k6Missing: string | false = findK6()
  ? false
  : 'k6 is missing (K6_BINARY, the PATH or ../shared/tools)';

export interface Reads {
  read: number;
  /** Answers that were no answer or "not now", and asked for again. */
  again: number;
  /** Reads that failed for good. */
  failed: number;
  medianMs: number;
  p95Ms: number;
  longestMs: number;
}

/** Browses until the answer is called, which resolves to what became of it. */
export function browse(baseUrl: string): () => Promise<Reads & { words: string }> {
  const script = join(import.meta.dirname, 'browse.js');
  const child = spawn(findK6() ?? '', ['run', '--quiet', script], {
    env: { ...process.env, BASE_URL: baseUrl },
  });
  let told = '';
  let words = '';
  child.stdout.on('data', (data) => {
    told += data;
  });
  child.stderr.on('data', (data) => {
    words += data;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return async () => {
    child.kill('SIGINT');
    await ended;
    const line = told.split('\n').find((one) => one.startsWith('{'));
    if (!line) throw new Error(`k6 did not end well: ${words.slice(-2000)}`);
    return { ...JSON.parse(line), words };
  };
}
