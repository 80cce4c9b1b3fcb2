/** `npm run operator -- COMMAND …`: through the running product, or on the database of a stopped one. */

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
function acceptsCount(parameters: readonly string[], count: number): boolean {
  const required = parameters.filter((one) => !one.startsWith('['));
  return count >= required.length && count <= parameters.length;
}

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || !acceptsCount(command.parameters, args.length) || args.includes('')) {
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
    throw new StartError(
      `DATA_DIR ${path} has no data of Nameloan. Set it to the data folder of your installation.`,
    );
  }
  const folder = new DataFolder(path);
  console.log(await connectProduct({ settings, folder, environment: process.env }, command, args));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
