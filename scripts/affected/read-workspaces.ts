/** Which workspaces there are, and what each needs of the others: by their own package.json. */

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Workspace {
  /** From the root: `services/lending`. */
  folder: string;
  /** Folders of the workspaces that it needs to run, and beyond these to be tested. */
  needs: string[];
  needsForTests: string[];
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export function readWorkspaces(root: string): Workspace[] {
  const manifestOf = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { workspaces }: { workspaces: string[] } = manifestOf('package.json');
  const files = globSync(
    workspaces.map((one) => `${one}/package.json`),
    { cwd: root },
  );
  const found = files.map((file) => ({
    folder: dirname(file),
    manifest: manifestOf(file) as Manifest,
  }));
  const folders = new Map(found.map(({ folder, manifest }) => [manifest.name, folder]));
  const own = (names: Record<string, string> = {}) =>
    Object.keys(names).flatMap((name) => folders.get(name) ?? []);
  return found.map(({ folder, manifest }) => ({
    folder,
    needs: own(manifest.dependencies),
    needsForTests: own(manifest.devDependencies),
  }));
}

/** The folder itself and all that it needs, near and far. */
export function closureOf(folders: readonly string[], workspaces: readonly Workspace[]): string[] {
  const found = new Set(folders);
  // A set that grows while it is walked is walked to its new end.
  for (const folder of found)
    for (const needed of workspaces.find((one) => one.folder === folder)?.needs ?? [])
      found.add(needed);
  return [...found];
}
