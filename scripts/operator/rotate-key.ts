/** Rotates the installation's secret: the new one encrypts, both decrypt, everything is encrypted again, the old one is dropped. */

import type { DataFolder } from '../start/data-folder.ts';
import { StartError } from '../start/data-folder.ts';
import { releaseLock, takeLock } from '../start/lock.ts';
import type { RunningProduct, Verb } from './connect-product.ts';

/** A round finds what the one before had still under way. */
const mostRounds = 20;

/** Broken off anywhere, it goes on where it was when it is run again: until the end both secrets are kept. */
export const rotateKey: Verb = {
  takes: [],
  does: "makes a new installation's secret and seals everything anew with it",
  running: (product) => {
    const { folder } = product;
    if (!folder)
      throw new StartError('The secret of many machines is changed by hand: docs/keys.md.');
    return alone(folder, () => changeRunning(product, folder));
  },
  alone: async ({ folder, engines, environment }) => {
    if (engines.bus !== 'embedded') {
      throw new StartError(
        'Start the product and change its secret while it runs: what waits in NATS is sealed with the present one and cannot be seen while the product stands still.',
      );
    }
    const { internalSecret, internalSecretAlso } = folder.beginSecretChange();
    const secrets = { INTERNAL_SECRET: internalSecret, INTERNAL_SECRET_ALSO: internalSecretAlso };
    const { allServices } = await import('../start/product.ts');
    const { reencryptStandalone } = await import('@nameloan/service/reencrypt-standalone.ts');
    let count = 0;
    for (const one of allServices)
      count += await untilNone(() => reencryptStandalone(one, { ...environment, ...secrets }));
    folder.endSecretChange();
    return done(count);
  },
};

async function changeRunning({ parts, post }: RunningProduct, folder: DataFolder): Promise<string> {
  const { internalSecret: current, internalSecretAlso: also } = folder.beginSecretChange();
  const count = await untilNone(async () => {
    let sum = 0;
    for (const part of parts)
      sum += Number((await post(part, '/keys', { current, also })).resealed);
    return sum;
  });
  // First on disk: a product that is killed between the two starts with the new one alone.
  folder.endSecretChange();
  for (const part of parts) await post(part, '/keys', { current });
  return done(count);
}

/** Two changes at once would each make a secret, and what one of them had sealed would be lost. */
async function alone(folder: DataFolder, work: () => Promise<string>): Promise<string> {
  const lock = folder.file('rotate-key.lock');
  const holder = takeLock(lock);
  if (holder !== undefined)
    throw new StartError(`The secret is being changed already (process ${holder}).`);
  try {
    return await work();
  } finally {
    releaseLock(lock);
  }
}

async function untilNone(round: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const found = await round();
    if (found === 0) return count;
    count += found;
  }
  throw new StartError('New texts with the former secret keep coming; run it again.');
}

const done = (count: number) =>
  `The installation has a new secret; ${count} sealed texts were sealed anew. Back secrets.json up.`;
