/** Rotates the installation's secret: the new one encrypts, both decrypt, all data is re-encrypted, the old one is deleted. */

import { releaseLock, takeLock } from '@nameloan/runtime/file-lock';
import type { DataFolder } from '@nameloan/standalone/data-folder';
import { StartError } from '@nameloan/standalone/data-folder';
import type { CommandDefinition, RunningProduct } from './connect-product.ts';

/** Each round re-encrypts what was still in progress in the previous one. */
const maxRounds = 20;

/** Can be interrupted and run again: both secrets are kept until the end. */
export const rotateKey: CommandDefinition = {
  parameters: [],
  description: 'creates a new installation secret and re-encrypts all data with it',
  running: (product) => {
    const { folder } = product;
    if (!folder)
      throw new StartError(
        'The secret of an installation on many machines is rotated by hand: docs/keys.md.',
      );
    return runExclusively(folder, () => rotateWhileRunning(product, folder));
  },
  standalone: async ({ folder, engines, environment }) => {
    if (engines.bus !== 'embedded') {
      throw new StartError(
        'Start the product first. Messages in NATS are encrypted with its secret and can only be re-encrypted while it runs.',
      );
    }
    const { internalSecret, internalSecretAlso } = folder.beginKeyRotation();
    const secrets = { INTERNAL_SECRET: internalSecret, INTERNAL_SECRET_ALSO: internalSecretAlso };
    const { allServices } = await import('@nameloan/standalone/product');
    const { reencryptStandalone } = await import('@nameloan/subgraph/keys/reencrypt-standalone');
    let count = 0;
    for (const one of allServices)
      count += await repeatUntilNone(() =>
        reencryptStandalone(one, { ...environment, ...secrets }),
      );
    folder.endKeyRotation();
    return formatResult(count);
  },
};

async function rotateWhileRunning(
  { services, post }: RunningProduct,
  folder: DataFolder,
): Promise<string> {
  const { internalSecret: current, internalSecretAlso: also } = folder.beginKeyRotation();
  const count = await repeatUntilNone(async () => {
    let sum = 0;
    for (const service of services)
      sum += Number((await post(service, '/keys', { current, also })).reencrypted);
    return sum;
  });
  // Saved to disk first: a product that crashes in between starts with the new secret only.
  folder.endKeyRotation();
  for (const service of services) await post(service, '/keys', { current });
  return formatResult(count);
}

/** Two concurrent rotations would each create a secret, and data encrypted with one of them would be lost. */
async function runExclusively(folder: DataFolder, work: () => Promise<string>): Promise<string> {
  const lock = folder.file('rotate-key.lock');
  const holder = takeLock(lock);
  if (holder !== undefined)
    throw new StartError(`A rotation is already running (process ${holder}).`);
  try {
    return await work();
  } finally {
    releaseLock(lock);
  }
}

async function repeatUntilNone(round: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let rounds = 0; rounds < maxRounds; rounds++) {
    const reencrypted = await round();
    if (reencrypted === 0) return count;
    count += reencrypted;
  }
  throw new StartError('Data with the old secret keeps appearing; run the command again.');
}

const formatResult = (count: number) =>
  `The installation has a new secret; ${count} values were re-encrypted. Back up secrets.json.`;
