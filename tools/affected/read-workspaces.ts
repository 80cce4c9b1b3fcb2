/** Reads the workspaces and their dependencies on each other from their package.json files. */

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Workspace {
  /** Relative to the root: `services/lending`. */
  folder: string;
  /** Folders of the workspaces that it depends on at run time, and additionally in tests. */
  needs: string[];
  needsForTests: string[];
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export function readWorkspaces(root: string): Workspace[] {
  const readManifest = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { workspaces }: { workspaces: string[] } = readManifest('package.json');
  const files = globSync(
    workspaces.map((one) => `${one}/package.json`),
    { cwd: root },
  );
  const manifests = files.map((file) => ({
    folder: dirname(file),
    manifest: readManifest(file) as Manifest,
  }));
  const folders = new Map(manifests.map(({ folder, manifest }) => [manifest.name, folder]));
  const findFolders = (names: Record<string, string> = {}) =>
    Object.keys(names).flatMap((name) => folders.get(name) ?? []);
  return manifests.map(({ folder, manifest }) => ({
    folder,
    needs: findFolders(manifest.dependencies),
    needsForTests: findFolders(manifest.devDependencies),
  }));
}

/** The folders with all their transitive dependencies. */
export function closureOf(folders: readonly string[], workspaces: readonly Workspace[]): string[] {
  const closure = new Set(folders);
  // Iterating over a Set includes the elements that are added during the iteration.
  for (const folder of closure)
    for (const needed of workspaces.find((one) => one.folder === folder)?.needs ?? [])
      closure.add(needed);
  return [...closure];
}
