/** The platform's own certificate authority and the certificate with which it seals contracts. */

import { createHash, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  Time,
} from 'pkijs';

/** PEM texts that an installation makes once and keeps; the keys are secret. */
export interface PlatformCertificate {
  /** What a reader must trust for the seal to be trusted. */
  caCertificatePem: string;
  /** Issues the next sealing certificate; unencrypted PKCS #8. */
  caKeyPem: string;
  certificatePem: string;
  /** Unencrypted PKCS #8, P-256. */
  keyPem: string;
}

/** WebCrypto for pkijs, given to every call so that nothing depends on its global engine. */
export const cryptoEngine = new CryptoEngine({
  name: 'node',
  crypto: webcrypto,
});

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const caYears = 30;
const sealYears = 20;

const oid = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  /** RFC 9336. */
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;

/** RFC 5280 section 4.2.1.3, first bits first. */
const keyUsage = { sealing: 0b1100_0000, authority: 0b0000_0110 } as const;

/** A new authority and a sealing certificate issued by it, both valid from a day before `now`. */
export async function makePlatformCertificate(now: Date): Promise<PlatformCertificate> {
  const caKeys = await makeKeys();
  const keys = await makeKeys();
  const authority = {
    subject: 'Nameloan Root',
    years: caYears,
    usage: keyUsage.authority,
    keys: caKeys,
    issuer: { name: 'Nameloan Root', keys: caKeys },
  };
  const sealing = {
    subject: 'Nameloan Contract Seal',
    years: sealYears,
    usage: keyUsage.sealing,
    keys,
    issuer: { name: 'Nameloan Root', keys: caKeys },
  };
  return {
    caCertificatePem: await issue(authority, now),
    caKeyPem: await keyPem(caKeys),
    certificatePem: await issue(sealing, now),
    keyPem: await keyPem(keys),
  };
}

/** Subject, serial number, SHA-256 and end of a certificate, for people to compare. */
export function describeCertificate(pem: string): {
  subject: string;
  serial: string;
  sha256: string;
  validTo: Date;
} {
  const certificate = new X509Certificate(pem);
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    serial: certificate.serialNumber,
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    validTo: new Date(certificate.validTo),
  };
}

interface Wanted {
  subject: string;
  years: number;
  usage: number;
  keys: webcrypto.CryptoKeyPair;
  issuer: { name: string; keys: webcrypto.CryptoKeyPair };
}

async function issue(wanted: Wanted, now: Date): Promise<string> {
  const certificate = new Certificate();
  certificate.version = 2;
  // 16 bytes whose first is 1 to 127: positive, without a leading zero, over 64 random bits.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) % 127) + 1;
  certificate.serialNumber = new asn1.Integer({ valueHex: Uint8Array.from(serial).buffer });
  name(certificate.subject.typesAndValues, wanted.subject);
  name(certificate.issuer.typesAndValues, wanted.issuer.name);
  certificate.notBefore = timeOf(new Date(now.getTime() - 86_400_000));
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + wanted.years);
  certificate.notAfter = timeOf(end);
  await certificate.subjectPublicKeyInfo.importKey(wanted.keys.publicKey, cryptoEngine);
  certificate.extensions = [
    ...usageExtensions(wanted.usage),
    extension(oid.subjectKeyIdentifier, false, keyIdentifier(await keyHash(wanted.keys))),
    extension(
      oid.authorityKeyIdentifier,
      false,
      authorityIdentifier(await keyHash(wanted.issuer.keys)),
    ),
  ];
  await certificate.sign(wanted.issuer.keys.privateKey, 'SHA-256', cryptoEngine);
  return toPem('CERTIFICATE', certificate.toSchema(true).toBER());
}

/** RFC 5280 section 4.1.2.5: two-digit years until 2049, four digits from 2050; whole seconds. */
function timeOf(moment: Date): Time {
  const value = new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });
}

function usageExtensions(usage: number): Extension[] {
  const bits = new asn1.BitString({
    valueHex: new Uint8Array([usage]).buffer,
    unusedBits: usage === keyUsage.authority ? 1 : 6,
  });
  const isAuthority = usage === keyUsage.authority;
  const basic = isAuthority
    ? new BasicConstraints({ cA: true, pathLenConstraint: 0 })
    : new BasicConstraints({ cA: false });
  const purposes = new ExtKeyUsage({ keyPurposes: [oid.documentSigning, oid.emailProtection] });
  return [
    extension(oid.basicConstraints, true, basic.toSchema()),
    extension(oid.keyUsage, true, bits),
    ...(isAuthority ? [] : [extension(oid.extendedKeyUsage, false, purposes.toSchema())]),
  ];
}

function extension(extnID: string, critical: boolean, value: asn1.AsnType): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

function keyIdentifier(hash: ArrayBuffer): asn1.AsnType {
  return new asn1.OctetString({ valueHex: hash });
}

function authorityIdentifier(hash: ArrayBuffer): asn1.AsnType {
  const identifier = new asn1.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: hash });
  return new asn1.Sequence({ value: [identifier] });
}

/** One attribute only: pkijs would put several into one multi-valued part, which readers show oddly. */
function name(types: AttributeTypeAndValue[], commonName: string): void {
  const value = new asn1.Utf8String({ value: commonName });
  types.push(new AttributeTypeAndValue({ type: oid.commonName, value }));
}

async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** RFC 5280 section 4.2.1.2, method 1: SHA-1 of the public key's bits, an identifier and no security. */
async function keyHash(keys: webcrypto.CryptoKeyPair): Promise<ArrayBuffer> {
  const raw = Buffer.from(await webcrypto.subtle.exportKey('raw', keys.publicKey));
  return Uint8Array.from(createHash('sha1').update(raw).digest()).buffer;
}

async function keyPem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  return toPem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
}

function toPem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** The bytes of a PEM text with one object. */
export function fromPem(pem: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')).buffer;
}
