/** Checks a value against a scalar or an enum with the rules of the stock executor. */

import type { Schema, Type } from '@apollo/federation-internals';
import { isCustomScalarType, isEnumType } from '@apollo/federation-internals';

/** Larger numbers are written with an exponent, which the stock executor does not accept as an integer. */
const exponentFrom = 1e21;
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(value as number) < exponentFrom;
const isText = (value: unknown): value is string => typeof value === 'string';

export function fitsLeaf(schema: Schema, type: Type): (value: unknown) => boolean {
  if (isCustomScalarType(type)) return () => true;
  if (isEnumType(type)) return (value) => isText(value) && type.value(value) !== undefined;
  if (type === schema.booleanType()) return (value) => typeof value === 'boolean';
  if (type === schema.intType()) return isWhole;
  if (type === schema.floatType()) return isNumber;
  if (type === schema.idType()) return (value) => isText(value) || isWhole(value);
  return isText;
}
