/** The installation's sealing key: created once and stored in the database with encrypted private keys. */

import { isDuplicate } from '@nameloan/persistence/store';
import { now } from '@nameloan/runtime/clock';
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
  const stored = await keys.find(onlyId);
  if (stored) return decryptKeys(stored);
  // Loaded lazily: it is heavy and needed once per installation. The model above must be defined at startup.
  const { makePlatformCertificate } = await import('./platform-certificate.ts');
  const created = await makePlatformCertificate(now());
  try {
    await commit((tx) => keys.add(encryptKeys(created), tx));
    return created;
  } catch (error) {
    if (isDuplicate(error)) return decryptKeys(await keys.get(onlyId));
    throw error;
  }
}

function encryptKeys(certificate: PlatformCertificate): PlatformKey {
  return {
    id: onlyId,
    version: 1,
    caCertificatePem: certificate.caCertificatePem,
    certificatePem: certificate.certificatePem,
    caKey: encrypt(certificate.caKeyPem, keyPurposes.ca),
    key: encrypt(certificate.keyPem, keyPurposes.key),
    createdAt: now(),
  };
}

function decryptKeys(stored: PlatformKey): PlatformCertificate {
  return {
    caCertificatePem: stored.caCertificatePem,
    certificatePem: stored.certificatePem,
    caKeyPem: decrypt(stored.caKey, keyPurposes.ca),
    keyPem: decrypt(stored.key, keyPurposes.key),
  };
}
