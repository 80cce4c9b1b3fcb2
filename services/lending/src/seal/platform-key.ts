/** The installation's sealing key: made once, kept in the database with its secret part sealed. */

import { now } from '@nameloan/service/clock.ts';
import { isDuplicate } from '@nameloan/service/store/store.ts';
import { commit, defineModel, seal, unseal } from '../service-context.ts';
import type { PlatformCertificate } from './platform-certificate.ts';

interface PlatformKey {
  id: string;
  version: number;
  caCertificatePem: string;
  certificatePem: string;
  /** Sealed under the installation's secret. */
  caKey: string;
  key: string;
  createdAt: Date;
}

const keys = defineModel<PlatformKey>('platform_keys', {
  called: 'key',
  fields: {
    version: Number,
    caCertificatePem: String,
    certificatePem: String,
    caKey: String,
    key: String,
    createdAt: Date,
  },
});

const onlyId = 'contract-seal';
export const keyPurposes = { ca: 'contract seal authority key', key: 'contract seal key' } as const;

/** Two that find none at once both make one; the first to commit wins and both use that. */
export async function platformCertificate(): Promise<PlatformCertificate> {
  const known = await keys.find(onlyId);
  if (known) return open(known);
  // Heavy and needed once in an installation's life; this file itself must be there from the start, for its collection.
  const { makePlatformCertificate } = await import('./platform-certificate.ts');
  const fresh = await makePlatformCertificate(now());
  try {
    await commit((tx) => keys.add(close(fresh), tx));
    return fresh;
  } catch (error) {
    if (isDuplicate(error)) return open(await keys.get(onlyId));
    throw error;
  }
}

function close(made: PlatformCertificate): PlatformKey {
  return {
    id: onlyId,
    version: 1,
    caCertificatePem: made.caCertificatePem,
    certificatePem: made.certificatePem,
    caKey: seal(made.caKeyPem, keyPurposes.ca),
    key: seal(made.keyPem, keyPurposes.key),
    createdAt: now(),
  };
}

function open(kept: PlatformKey): PlatformCertificate {
  return {
    caCertificatePem: kept.caCertificatePem,
    certificatePem: kept.certificatePem,
    caKeyPem: unseal(kept.caKey, keyPurposes.ca),
    keyPem: unseal(kept.key, keyPurposes.key),
  };
}
