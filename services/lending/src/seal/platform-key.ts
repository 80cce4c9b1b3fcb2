/** The installation's sealing key: created once and stored in the database with encrypted private keys. */

import { now } from '@nameloan/service/clock.ts';
import { isDuplicate } from '@nameloan/service/store/store.ts';
import { commit, decrypt, defineModel, encrypt } from '../service-context.ts';
import type { PlatformCertificate } from './platform-certificate.ts';

interface PlatformKey {
  id: string;
  version: number;
  caCertificatePem: string;
  certificatePem: string;
  /** Encrypted with the installation's secret. */
  caKey: string;
  key: string;
  createdAt: Date;
}

const keys = defineModel<PlatformKey>('platform_keys', {
  label: 'key',
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

/** Concurrent first calls each create a key; the first commit wins and all use it. */
export async function loadPlatformCertificate(): Promise<PlatformCertificate> {
  const known = await keys.find(onlyId);
  if (known) return open(known);
  // Loaded lazily: it is heavy and needed once per installation. The model above must be defined at startup.
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
    caKey: encrypt(made.caKeyPem, keyPurposes.ca),
    key: encrypt(made.keyPem, keyPurposes.key),
    createdAt: now(),
  };
}

function open(stored: PlatformKey): PlatformCertificate {
  return {
    caCertificatePem: stored.caCertificatePem,
    certificatePem: stored.certificatePem,
    caKeyPem: decrypt(stored.caKey, keyPurposes.ca),
    keyPem: decrypt(stored.key, keyPurposes.key),
  };
}
