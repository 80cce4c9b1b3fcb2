/**
 * `npm run seed [-- DIVISOR]`: fills the product that runs on DATA_DIR with a million listings, a hundred thousand loans
 * and a million messages, each divided by DIVISOR. Synthetic data for trying the product at scale.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { borrowerEmail, divideSizes, password, seedMarket } from './seed-market.ts';

const folder = resolve(process.env.DATA_DIR ?? '.data');
const divisor = Number(process.argv[2] ?? 1);

/** URLs of the product that runs on the folder. */
function readRun(): { url: string; mongo: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  } catch {
    throw new Error(`No product runs on ${folder}: run npm start, or set DATA_DIR.`);
  }
}

async function main(): Promise<void> {
  if (!Number.isInteger(divisor) || divisor < 1 || divisor > 1000)
    throw new Error('DIVISOR must be an integer from 1 (full size) to 1000.');
  const run = readRun();
  const sizes = divideSizes(divisor);
  const startedMs = performance.now();
  await seedMarket(run, sizes);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const { listings, loans, messages, chatMessages } = sizes;
  console.log(
    `${listings} listings, ${loans} loans and ${messages + chatMessages} messages in ${seconds} s.`,
  );
  console.log(`Sign in on ${run.url} as ${borrowerEmail} with the password "${password}".`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
