// The registry's own certificate authority and certificate (RFC 5280), made once and kept. Written as
// plain DER: the two structures need less code than a library needs memory.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Store } from '../store.ts';

export interface Certificate {
  readonly caPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const KEY = 'eppCertificate';
const VALID_YEARS = 10;
const DAY_MS = 86_400_000;

/** The certificate kept in the store, made the first time. TLS lives on wall time. */
export function keptCertificate(store: Store): Certificate {
  const kept = store.table('values').get(KEY) as Certificate | undefined;
  if (kept) return kept;
  const made = makeCertificate();
  store.commit(['values', KEY, made]);
  return made;
}

function makeCertificate(): Certificate {
  // The authority's key is forgotten with this function: nothing else can ever be signed by it.
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: 'Nameloan sandbox registry authority', key: authority.privateKey };
  const authorityId = keyId(authority.publicKey);
  const ca = signed(issuer, { name: issuer.name, key: authority.publicKey }, [
    extension(OID.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))), true),
    extension(OID.keyUsage, der(0x03, Buffer.from([0x01, 0x06])), true),
    extension(OID.subjectKeyId, der(0x04, authorityId)),
  ]);
  const leaf = signed(issuer, { name: 'Nameloan sandbox registry', key: own.publicKey }, [
    extension(OID.basicConstraints, sequence(), true),
    extension(OID.keyUsage, der(0x03, Buffer.from([0x07, 0x80])), true),
    extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
    extension(OID.subjectAltName, alternativeNames()),
    extension(OID.subjectKeyId, der(0x04, keyId(own.publicKey))),
    extension(OID.authorityKeyId, sequence(der(0x80, authorityId))),
  ]);
  return {
    caPem: pem(ca),
    certificatePem: pem(leaf),
    keyPem: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const OID = {
  commonName: [2, 5, 4, 3],
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  subjectKeyId: [2, 5, 29, 14],
  keyUsage: [2, 5, 29, 15],
  subjectAltName: [2, 5, 29, 17],
  basicConstraints: [2, 5, 29, 19],
  authorityKeyId: [2, 5, 29, 35],
  extendedKeyUsage: [2, 5, 29, 37],
  serverAuth: [1, 3, 6, 1, 5, 5, 7, 3, 1],
} as const;

interface Subject {
  readonly name: string;
  readonly key: KeyObject;
}

function signed(issuer: Subject, subject: Subject, extensions: Buffer[]): Buffer {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const from = new Date(Date.now() - DAY_MS);
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + VALID_YEARS);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(subject.name),
    subject.key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.key);
  return sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

function distinguishedName(commonName: string): Buffer {
  const attribute = sequence(oid(OID.commonName), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

function alternativeNames(): Buffer {
  const ipv6Loopback = Buffer.alloc(16);
  ipv6Loopback[15] = 1;
  return sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, ipv6Loopback),
  );
}

function extension(id: readonly number[], value: Buffer, critical = false): Buffer {
  const flag = critical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...flag, der(0x04, value));
}

/** RFC 5280 section 4.1.2.5: two-digit years until 2049, four digits from 2050. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
  if (at.getUTCFullYear() < 2050) return der(0x17, Buffer.from(digits.slice(2)));
  return der(0x18, Buffer.from(digits));
}

function oid(arcs: readonly number[]): Buffer {
  const [first = 0, second = 0, ...rest] = arcs;
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const septets = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    bytes.push(...septets);
  }
  return der(0x06, Buffer.from(bytes));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
