/** The bit tests of filters, over whole numbers and binary data. */
import type { Binary } from 'bson';
import { showValue } from '../bson/show.ts';
import type { Value } from '../bson/values.ts';
import { bsonTag, isNumeric } from '../bson/values.ts';
import { wholeLong } from '../bson/whole.ts';
import { fault } from '../errors.ts';
import { nonNegativeInt, wholeComplaint } from './value-tests.ts';

type IsSet = (position: number) => boolean;

function bytesOf(value: Binary): Uint8Array {
  return value.buffer.subarray(0, value.position);
}

/** Bits of bytes count from the first byte's lowest; what is not there is clear. */
function bitOfBytes(bytes: Uint8Array): IsSet {
  return (position) => (((bytes[position >>> 3] ?? 0) >>> (position & 7)) & 1) === 1;
}

const signBit = 63;

/** A negative number goes on with ones for ever. */
function bitOfLong(whole: bigint): IsSet {
  const bits = BigInt.asUintN(64, whole);
  return (position) => ((bits >> BigInt(Math.min(position, signBit))) & 1n) === 1n;
}

function setPositions(isSet: IsSet, length: number): number[] {
  return Array.from({ length }, (_, at) => at).filter(isSet);
}

/** The positions that a mask asks about. Throws BadValue (2) and, for bad numbers, FailedToParse (9). */
function positionsOf(name: string, mask: Value, field: string): number[] {
  if (Array.isArray(mask))
    return mask.map((part, at) => nonNegativeInt(part, 'bit position', String(at)));
  if (bsonTag(mask) === 'Binary') {
    const bytes = bytesOf(mask as Binary);
    return setPositions(bitOfBytes(bytes), bytes.length * 8);
  }
  if (!isNumeric(mask))
    throw fault(
      2,
      `${field} takes an Array, a number, or a BinData but received: ${name}: ${showValue(mask)}`,
    );
  const whole = wholeLong(mask);
  if (whole === undefined) throw fault(9, `${wholeComplaint(mask)}: ${name}: ${showValue(mask)}`);
  if (whole < 0n) throw fault(9, `Expected a non-negative number in: ${name}: ${showValue(mask)}`);
  return setPositions(bitOfLong(whole), signBit);
}

function bitsOf(candidate: Value | undefined): IsSet | undefined {
  if (bsonTag(candidate ?? null) === 'Binary') return bitOfBytes(bytesOf(candidate as Binary));
  const whole = wholeLong(candidate);
  return whole === undefined ? undefined : bitOfLong(whole);
}

const holdsFor: Record<string, (positions: readonly number[], isSet: IsSet) => boolean> = {
  $bitsAllSet: (positions, isSet) => positions.every(isSet),
  $bitsAnySet: (positions, isSet) => positions.some(isSet),
  $bitsAllClear: (positions, isSet) => !positions.some(isSet),
  $bitsAnyClear: (positions, isSet) => !positions.every(isSet),
};

/** `field` is the path as messages name it. */
export function bitsTest(
  name: string,
  mask: Value,
  field: string,
): (value: Value | undefined) => boolean {
  const positions = positionsOf(name, mask, field);
  const holds = holdsFor[name];
  return (candidate) => {
    const isSet = bitsOf(candidate);
    return isSet !== undefined && holds?.(positions, isSet) === true;
  };
}
