/** Appends the certificate to the agreement and seals the file with the platform's signature (PAdES B-B). */

import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import * as asn1 from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type {
  CertifiedAmendment,
  CertifiedDeed,
  CertifiedSignature,
  DocumentTerms,
} from '../pdf/certificate.ts';
import { listSigners, renderCertificate } from '../pdf/certificate.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { appendPages } from './append-pages.ts';
import type { PlatformCertificate } from './platform-certificate.ts';

export interface SealInput {
  /** The PDF that both parties signed. */
  contractPdf: Buffer;
  terms: DocumentTerms;
  /** Of an amendment. */
  amendment?: CertifiedAmendment;
  /** Of the deed of a sale. */
  deed?: CertifiedDeed;
  /** One of each party, both on the hash of `contractPdf`. */
  signatures: readonly CertifiedSignature[];
  platform: PlatformCertificate;
  at: Date;
}

/** Bytes reserved in the file; a signature with its two certificates takes about 2,000. */
const contentBytes = 8_192;

/** WebCrypto for pkijs, passed to every call instead of setting its global engine. */
export const cryptoEngine = new CryptoEngine({ name: 'node', crypto: webcrypto });

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/**
 * Returns the sealed file: `contractPdf` byte for byte, the certificate page, and the signature over everything. Throws
 * an Error unless there is exactly one signature of each party on these bytes.
 */
export async function sealContract({
  contractPdf,
  terms,
  amendment,
  deed,
  signatures,
  platform,
  at,
}: SealInput): Promise<Buffer> {
  const sha256 = sha256Hex(contractPdf);
  for (const party of listSigners(deed)) assertOneSignature(signatures, party, sha256);
  const shown = { sha256, bytes: contractPdf.length };
  const { certificatePem } = platform;
  const certificate = await renderCertificate({
    terms,
    ...(amendment ? { amendment } : {}),
    ...(deed ? { deed } : {}),
    shown,
    signatures,
    certificatePem,
    at,
  });
  const { bytes } = appendPages(contractPdf, certificate, {
    name: 'Nameloan',
    reason: `Seal of ${deed ? 'a deed of assignment' : amendment ? 'an amendment' : 'a loan agreement'} signed by both parties`,
    at,
    contentBytes,
  });
  return new SignPdf().sign(bytes, new PlatformSigner(platform));
}

function assertOneSignature(
  signatures: readonly CertifiedSignature[],
  party: CertifiedSignature['party'],
  sha256: string,
): void {
  const own = signatures.filter((signature) => signature.party === party);
  if (own.length !== 1) throw new Error(`There must be one signature by the ${party}.`);
  if (own[0]?.sha256 !== sha256) throw new Error(`The ${party} signed another document.`);
}

/** The library's own signer omits signing-certificate-v2 and adds a signing time. */
class PlatformSigner extends Signer {
  readonly platform: PlatformCertificate;

  constructor(platform: PlatformCertificate) {
    super();
    this.platform = platform;
  }

  override async sign(pdf: Buffer): Promise<Buffer> {
    return signDetached(pdf, this.platform);
  }
}

/** A detached CMS signature (RFC 5652) over `content` with the attributes of CAdES B-B (RFC 5035). */
async function signDetached(content: Buffer, platform: PlatformCertificate): Promise<Buffer> {
  const certificate = Certificate.fromBER(toDer(platform.certificatePem));
  const authority = Certificate.fromBER(toDer(platform.caCertificatePem));
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: buildSignedAttributes(content, platform.certificatePem),
        }),
      }),
    ],
    certificates: [certificate, authority],
  });
  const key = await importKey(platform.keyPem);
  await signed.sign(key, 0, 'SHA-256', toBuffer(content), cryptoEngine);
  const info = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

function buildSignedAttributes(content: Buffer, certificatePem: string): Attribute[] {
  const digest = createHash('sha256').update(content).digest();
  const certificateHash = createHash('sha256')
    .update(new X509Certificate(certificatePem).raw)
    .digest();
  // SigningCertificateV2 { certs { ESSCertIDv2 { certHash } } }: SHA-256 is its default algorithm.
  const certId = new asn1.Sequence({ value: [toOctets(certificateHash)] });
  const signingCertificate = new asn1.Sequence({ value: [new asn1.Sequence({ value: [certId] })] });
  return [
    new Attribute({
      type: oid.contentType,
      values: [new asn1.ObjectIdentifier({ value: oid.data })],
    }),
    new Attribute({ type: oid.messageDigest, values: [toOctets(digest)] }),
    new Attribute({ type: oid.signingCertificateV2, values: [signingCertificate] }),
  ];
}

export function toDer(certificatePem: string): ArrayBuffer {
  return toBuffer(new X509Certificate(certificatePem).raw);
}

function toOctets(bytes: Buffer): asn1.OctetString {
  return new asn1.OctetString({ valueHex: toBuffer(bytes) });
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
