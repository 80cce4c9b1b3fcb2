/** State of the demo data in a data folder: whether loading has begun, the kind of passwords, and when it was completed. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface DemoMarker {
  /** `none`: the folder was started without demo data and never gets any. */
  passwords: 'none' | 'known' | 'random';
  /** Null while the data is loading, and without demo data. */
  loadedAt: string | null;
  /** Business time of day 0, and the number of completed days. */
  begunAt?: string;
  daysDone?: number;
}

/** Undefined if the folder was never started. Old markers have no `passwords`; their passwords are known. */
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
