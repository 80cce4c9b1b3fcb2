/** What a data folder remembers of demo data: whether they were begun, how their passwords were made, when they were done. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface DemoMarker {
  /** `none`: started empty, and stays so. */
  passwords: 'none' | 'known' | 'random';
  /** Null while they are being loaded, and where there are none. */
  loadedAt: string | null;
  /** Business time of their day 0, and how many of their days are done. */
  begunAt?: string;
  daysDone?: number;
}

/** Undefined: the folder was never started. One without `passwords` is of a time when all were known. */
export function readMarker(file: string): DemoMarker | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const { passwords, ...marker } = JSON.parse(text);
  const { loadedAt } = marker;
  return { ...marker, passwords: passwords ?? (loadedAt === null ? 'none' : 'known') };
}

export function writeMarker(file: string, marker: DemoMarker): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
