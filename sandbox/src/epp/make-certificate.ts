/** Creates the registry's certificate authority and TLS certificate for this machine's names and the given ones. */

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;
const validYears = 10;
const dayMs = 86_400_000;

export interface Certificate {
  readonly caPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

interface Owner {
  name: string;
  keys: webcrypto.CryptoKeyPair;
}

/** The authority's key is discarded, so that it cannot sign anything else. */
export async function makeCertificate(names: readonly string[] = []): Promise<Certificate> {
  const authority = { name: 'Nameloan sandbox registry authority', keys: await makeKeys() };
  const own = { name: 'Nameloan sandbox registry', keys: await makeKeys() };
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const caPem = await issueCertificate(authority, authority, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
  ]);
  const certificatePem = await issueCertificate(authority, own, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension([
      ...['localhost', ...names].map((value) => ({ type: 'dns' as const, value })),
      { type: 'ip', value: '127.0.0.1' },
      { type: 'ip', value: '::1' },
    ]),
    await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
  ]);
  const key = await webcrypto.subtle.exportKey('pkcs8', own.keys.privateKey);
  return { caPem, certificatePem, keyPem: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n` };
}

async function issueCertificate(
  issuer: Owner,
  owner: Owner,
  extensions: x509.Extension[],
): Promise<string> {
  const notBefore = new Date(Date.now() - dayMs);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notBefore.getUTCFullYear() + validYears);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${owner.name}`,
    issuer: `CN=${issuer.name}`,
    notBefore,
    notAfter,
    publicKey: owner.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: signing,
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(owner.keys.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
