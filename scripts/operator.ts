/** `npm run operator -- VERB …`: through the running product, or on its database with the engine started alone. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commands } from './operator/commands.ts';
import { connectProduct, connectServices } from './operator/connect-product.ts';
import { DataFolder, StartError } from './start/data-folder.ts';
import { readStartSettings } from './start/settings.ts';

function usage(): string {
  const lines = Object.entries(commands).map(([verb, { takes, does }]) => {
    return `  npm run operator -- ${[verb, ...takes].join(' ')}\n      ${does}`;
  });
  return ['Usage:', ...lines].join('\n');
}

/** Arguments in brackets are optional. */
function fits(takes: readonly string[], count: number): boolean {
  const needed = takes.filter((one) => !one.startsWith('['));
  return count >= needed.length && count <= takes.length;
}

try {
  const [word = '', ...given] = process.argv.slice(2);
  const verb = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!verb || !fits(verb.takes, given.length) || given.includes('')) {
    throw new StartError(usage());
  }
  const product = connectServices(process.env);
  if (product) {
    console.log(await verb.running(product, given));
    process.exit(0);
  }
  const settings = readStartSettings(process.env);
  const path = resolve(settings.DATA_DIR);
  // Otherwise a new folder would be created, with a new secret and an empty database.
  if (!existsSync(join(path, 'secrets.json'))) {
    throw new StartError(`DATA_DIR ${path} holds no product: name the folder it was started on.`);
  }
  const folder = new DataFolder(path);
  console.log(await connectProduct({ settings, folder, environment: process.env }, verb, given));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
