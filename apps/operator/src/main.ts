/** `npm run operator -- COMMAND …`: through the running product, or on its database with the engine started on its own. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataFolder, StartError } from '@nameloan/standalone/data-folder';
import { readStartSettings } from '@nameloan/standalone/settings';
import { commands } from './commands.ts';
import { connectProduct, connectServices } from './connect-product.ts';

function usage(): string {
  const lines = Object.entries(commands).map(([command, { parameters, description }]) => {
    return `  npm run operator -- ${[command, ...parameters].join(' ')}\n      ${description}`;
  });
  return ['Usage:', ...lines].join('\n');
}

/** Arguments in brackets are optional. */
function fits(parameters: readonly string[], count: number): boolean {
  const needed = parameters.filter((one) => !one.startsWith('['));
  return count >= needed.length && count <= parameters.length;
}

try {
  const [word = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command || !fits(command.parameters, args.length) || args.includes('')) {
    throw new StartError(usage());
  }
  const product = connectServices(process.env);
  if (product) {
    console.log(await command.running(product, args));
    process.exit(0);
  }
  const settings = readStartSettings(process.env);
  const path = resolve(settings.DATA_DIR);
  // Otherwise a new folder would be created, with a new secret and an empty database.
  if (!existsSync(join(path, 'secrets.json'))) {
    throw new StartError(`DATA_DIR ${path} holds no product: name the folder it was started on.`);
  }
  const folder = new DataFolder(path);
  console.log(await connectProduct({ settings, folder, environment: process.env }, command, args));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
