/**
 * `npm run seed [-- PART]`: fills the product that runs on DATA_DIR with a million listings, a hundred thousand loans
 * and a million messages, or with the PARTth part of each. For trying what size does; nothing of it is real.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { borrowerEmail, password, seedMarket, sizesOf } from './seed-market.ts';

const folder = resolve(process.env.DATA_DIR ?? '.data');
const part = Number(process.argv[2] ?? 1);

/** Where the product that runs on the folder is to be found. */
function readRun(): { url: string; mongo: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  } catch {
    throw new Error(`No product runs on ${folder}: npm start begins one, DATA_DIR names another.`);
  }
}

async function main(): Promise<void> {
  if (!Number.isInteger(part) || part < 1 || part > 1000)
    throw new Error('PART is a whole number from 1 (all of it) to 1000.');
  const run = readRun();
  const sizes = sizesOf(part);
  const began = performance.now();
  await seedMarket(run, sizes);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { listings, loans, messages, talk } = sizes;
  console.log(
    `${listings} listings, ${loans} loans and ${messages + talk} messages in ${seconds} s.`,
  );
  console.log(`Sign in on ${run.url} as ${borrowerEmail} with the password "${password}".`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
