/** The environment variables that the journeys use; the only place that reads them. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The country rules of the journeys' product. */
export const countriesFile = join(import.meta.dirname, 'countries.json');

/** A real MongoDB to use instead of the embedded database. */
export const mongoUrl = (): string | undefined => process.env.MONGODB_URL;

/** PATH without folders that contain a database or a broker, so that the embedded engines are used. */
export function pathWithoutEngines(): string {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !holds(folder, 'mongod') && !holds(folder, 'nats-server'))
    .join(delimiter);
}

function holds(folder: string, program: string): boolean {
  try {
    accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
