/** Compares the public keys of a zone with DS records (RFC 4034 section 5.1.4 and appendix B). */

import { createHash } from 'node:crypto';
import type { DsRecord } from './ds-record.ts';

/** The content of a DNSKEY record; its protocol is always 3. */
export interface ZoneKey {
  readonly flags: number;
  readonly algorithm: number;
  readonly key: Buffer;
}

const zoneKeyFlag = 0x0100;
/** RFC 5011 section 2.1. */
const revokeFlag = 0x0080;
const protocol = 3;
const digestNames: ReadonlyMap<number, string> = new Map([
  [1, 'sha1'],
  [2, 'sha256'],
  [4, 'sha384'],
]);

/** Whether one of the DS records is about this key of the zone. `zone`: lower-case A-labels. */
export function matchesDs(zone: string, key: ZoneKey, ds: readonly DsRecord[]): boolean {
  if (!(key.flags & zoneKeyFlag) || key.flags & revokeFlag) return false;
  const data = toKeyData(key);
  const keyTag = keyTagOf(data);
  return ds.some(
    (one) =>
      one.keyTag === keyTag &&
      one.algorithm === key.algorithm &&
      one.digest.toUpperCase() === digestOf(zone, data, one.digestType),
  );
}

/** The DS record of a key; undefined for an unknown digest type. */
export function toDs(zone: string, key: ZoneKey, digestType: number): DsRecord | undefined {
  const data = toKeyData(key);
  const digest = digestOf(zone, data, digestType);
  if (digest === undefined) return undefined;
  return { keyTag: keyTagOf(data), algorithm: key.algorithm, digestType, digest };
}

function toKeyData({ flags, algorithm, key }: ZoneKey): Buffer {
  const head = Buffer.from([flags >> 8, flags & 0xff, protocol, algorithm]);
  return Buffer.concat([head, key]);
}

/** Appendix B: the sum of 16-bit words, with the carry added. */
function keyTagOf(data: Buffer): number {
  let sum = 0;
  for (const [index, octet] of data.entries()) sum += index % 2 === 0 ? octet << 8 : octet;
  return (sum + (sum >> 16)) & 0xffff;
}

function digestOf(zone: string, data: Buffer, digestType: number): string | undefined {
  const name = digestNames.get(digestType);
  if (name === undefined) return undefined;
  return createHash(name).update(toWire(zone)).update(data).digest('hex').toUpperCase();
}

/** The name in wire format, without compression. */
function toWire(name: string): Buffer {
  const labels = name.split('.').map((label) => {
    const octets = Buffer.from(label, 'ascii');
    return Buffer.concat([Buffer.from([octets.length]), octets]);
  });
  return Buffer.concat([...labels, Buffer.from([0])]);
}
