/** Finds an external program: by a setting, on PATH, or in ../shared/tools. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Undefined if there is none. Throws if the setting names something that is not executable. */
export function findProgram(
  name: string,
  setting: string,
  environment: Record<string, string | undefined>,
): string | undefined {
  const { [setting]: binary, PATH: path = '' } = environment;
  if (binary !== undefined && binary !== '') {
    if (!isExecutable(binary)) throw new Error(`${setting} ${binary} cannot be run.`);
    return binary;
  }
  const folders = [...path.split(delimiter), resolve(root, '../shared/tools')];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}
