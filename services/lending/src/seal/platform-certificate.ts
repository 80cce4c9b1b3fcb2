/** The platform's own certificate authority and the certificate with which it seals contracts. */

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** PEM strings that an installation creates once; the keys are secret. */
export interface PlatformCertificate {
  /** The root that readers must trust to trust the seal. */
  caCertificatePem: string;
  /** Issues the next sealing certificate; unencrypted PKCS #8. */
  caKeyPem: string;
  certificatePem: string;
  /** Unencrypted PKCS #8, P-256. */
  keyPem: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;
const caYears = 30;
const sealYears = 20;
/** RFC 9336. */
const documentSigning = '1.3.6.1.5.5.7.3.36';

/** A new authority and a sealing certificate issued by it, both valid from a day before `now`. */
export async function makePlatformCertificate(now: Date): Promise<PlatformCertificate> {
  const { keyCertSign, cRLSign, digitalSignature, nonRepudiation } = x509.KeyUsageFlags;
  const { emailProtection } = x509.ExtendedKeyUsage;
  const authority = { name: 'Nameloan Root', keys: await makeKeys() };
  const keys = await makeKeys();
  const caCertificate = await issueCertificate(authority, {
    ...authority,
    ...computeValidity(caYears, now),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
    ],
  });
  const certificate = await issueCertificate(authority, {
    name: 'Nameloan Contract Seal',
    keys,
    ...computeValidity(sealYears, now),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
      new x509.ExtendedKeyUsageExtension([documentSigning, emailProtection]),
    ],
  });
  return {
    caCertificatePem: caCertificate,
    caKeyPem: await exportKeyPem(authority.keys),
    certificatePem: certificate,
    keyPem: await exportKeyPem(keys),
  };
}

/** A name that certificates are issued to or by, with its keys. */
interface CertificateHolder {
  name: string;
  keys: webcrypto.CryptoKeyPair;
}

interface CertificateRequest extends CertificateHolder {
  notBefore: Date;
  notAfter: Date;
  extensions: x509.Extension[];
}

/** Returns the certificate as PEM. The library generates a positive serial number of 16 random bytes. */
async function issueCertificate(
  issuer: CertificateHolder,
  request: CertificateRequest,
): Promise<string> {
  const { name, keys, extensions, ...validity } = request;
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: `CN=${name}`,
    issuer: `CN=${issuer.name}`,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: signing,
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

/** In whole seconds, the precision of X.509. */
function computeValidity(years: number, now: Date): { notBefore: Date; notAfter: Date } {
  const from = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const notAfter = new Date(from);
  notAfter.setUTCFullYear(from.getUTCFullYear() + years);
  return { notBefore: new Date(from.getTime() - 86_400_000), notAfter };
}

async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function exportKeyPem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`;
}
