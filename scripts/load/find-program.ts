/** Where a program is that comes with no package: named by a setting, on PATH, or in ../shared/tools. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export const k6Missing =
  'k6 is not on this machine: name it by K6_BINARY, put it on PATH or into ../shared/tools.';

type Environment = Record<string, string | undefined>;

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there is none. Throws where the setting names something that cannot be run. */
function findProgram(name: string, setting: string, environment: Environment): string | undefined {
  const { [setting]: named, PATH: path = '' } = environment;
  if (named !== undefined && named !== '') {
    if (!executable(named)) throw new Error(`${setting} ${named} cannot be run.`);
    return named;
  }
  const folders = [...path.split(delimiter), resolve(root, '../shared/tools')];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(executable);
}

export const findK6 = (environment: Environment) => findProgram('k6', 'K6_BINARY', environment);
export const findNats = (environment: Environment) =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', environment);
