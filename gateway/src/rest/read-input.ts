/** Turns what came over REST into a stored operation's variables, strictly, and finds all faults at once. */

import { contractKinds } from '@nameloan/contracts/loan.ts';
import type { GraphQLEnumType, GraphQLInputType } from 'graphql';
import { isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';

/** A sentence per field at fault. */
export type Faults = Map<string, string>;

/** One variable of a stored operation as a caller sees it. */
export interface InputField {
  name: string;
  type: GraphQLInputType;
  /** Must be there: no default, and null is not allowed. */
  required: boolean;
  /** May be null. Neither required nor nullable: there is a default, so it may be left out but not be null. */
  nullable: boolean;
  /** In the words of the schema. */
  description?: string | undefined;
}

const wholeText = /^-?\d{1,16}$/;
const decimalText = /^-?\d{1,16}(\.\d{1,20})?$/;
const dayText = /^(\d{4})-(\d{2})-(\d{2})$/;
const bad = Symbol('bad');
const kindNames = new Map<unknown, string>(
  Object.entries(contractKinds).map(([name, kind]) => [kind, name]),
);

/**
 * Dollars to cents, or percent to basis points: exact, at most two decimals.
 * Undefined for anything else, also beyond the safe integers.
 */
export function hundredths(value: number): number | undefined {
  const whole = Math.round(value * 100);
  if (!Number.isSafeInteger(whole) || whole / 100 !== value) return undefined;
  return whole === 0 ? 0 : whole;
}

function isDay(text: string): boolean {
  const parts = dayText.exec(text);
  if (!parts) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

type Check = (value: unknown) => unknown;

const sentences: Record<string, string> = {
  Cents: 'must be a number of dollars with at most two decimals',
  BasisPoints: 'must be a percentage with at most two decimals',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  ID: 'must be a text',
  String: 'must be a text',
  CalendarDate: 'must be a date like 2026-01-31',
  DateTime: 'must be a moment like 2026-01-31T12:00:00Z',
};

const isInt = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;
const ifText = (valid: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && valid(value) ? value : bad;
const ofHundredths: Check = (value) =>
  typeof value === 'number' ? (hundredths(value) ?? bad) : bad;

const checks: Record<string, Check> = {
  Cents: ofHundredths,
  BasisPoints: ofHundredths,
  Int: (value) => (isInt(value) ? value : bad),
  Float: (value) => (typeof value === 'number' ? value : bad),
  Boolean: (value) => (typeof value === 'boolean' ? value : bad),
  ID: ifText((text) => text.length > 0),
  String: ifText(() => true),
  CalendarDate: ifText(isDay),
  DateTime: ifText(isMoment),
};

/** What a query parameter's text means for a type; `bad` where it means nothing. */
function fromText(text: string, type: GraphQLInputType): unknown {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isEnumType(bare)) return text.toUpperCase();
  switch ('name' in bare ? bare.name : '') {
    case 'Int':
      return wholeText.test(text) ? Number(text) : text;
    case 'Cents':
    case 'BasisPoints':
    case 'Float':
      return decimalText.test(text) ? Number(text) : text;
    case 'Boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/** The customer's own words (requirements.txt sections 5 and 8) where there are any. */
const absentWords: Readonly<Record<string, string>> = {
  email: 'Invalid email',
  password: 'Invalid password',
  newPassword: 'Invalid password',
  name: 'Invalid name',
  amount: 'Invalid amount',
  mfa: 'MFA code required',
};

const absent = (name: string) =>
  Object.hasOwn(absentWords, name) ? String(absentWords[name]) : `${name} is required.`;

/** Checks one value against its GraphQL type; writes what is wrong into `faults` under `name`. */
export function checkValue(
  value: unknown,
  { name, type }: { name: string; type: GraphQLInputType },
  faults: Faults,
): unknown {
  if (isNonNullType(type)) {
    if (value !== null && value !== undefined)
      return checkValue(value, { name, type: type.ofType }, faults);
    faults.set(name, absent(name));
    return undefined;
  }
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    if (Array.isArray(value) && value.length <= 100) {
      const item = { name, type: type.ofType };
      return value.map((one) => (faults.has(name) ? undefined : checkItem(one, item, faults)));
    }
    faults.set(name, `${name} must be a list of at most 100.`);
    return undefined;
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) {
      faults.set(name, `${name} must be an object.`);
      return undefined;
    }
    const fields = Object.values(type.getFields()).map((field) => ({
      name: field.name,
      type: field.type,
      required: isNonNullType(field.type) && field.defaultValue === undefined,
      nullable: !isNonNullType(field.type),
    }));
    return readObject(value as Record<string, unknown>, { fields, prefix: `${name}.` }, faults);
  }
  const checked = isEnumType(type) ? checkEnum(value, type) : checks[type.name]?.(value);
  if (checked !== bad) return checked;
  faults.set(name, `${name} ${sentenceOf(type)}.`);
  return undefined;
}

/** By name; the kind of a contract by the customer's number. */
function checkEnum(value: unknown, type: GraphQLEnumType): unknown {
  if (type.name === 'ContractKind') return kindNames.get(value) ?? bad;
  return typeof value === 'string' && type.getValue(value) ? value : bad;
}

function checkItem(value: unknown, item: { name: string; type: GraphQLInputType }, faults: Faults) {
  const own: Faults = new Map();
  const checked = checkValue(value, item, own);
  for (const sentence of own.values()) faults.set(item.name, `Each of ${sentence}`);
  return checked;
}

function sentenceOf(type: GraphQLInputType): string {
  if (isEnumType(type)) {
    if (type.name === 'ContractKind') return 'must be 0 (bank transfer) or 1 (cryptocurrency)';
    return `must be one of ${type
      .getValues()
      .map((one) => one.name)
      .join(', ')}`;
  }
  return sentences['name' in type ? type.name : ''] ?? 'is not valid';
}

/** Reads the fields of a JSON object; a field that is not known is a fault of its own. */
export function readObject(
  given: Record<string, unknown>,
  { fields, prefix }: { fields: readonly InputField[]; prefix: string },
  faults: Faults,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  let known = 0;
  for (const field of fields) {
    const name = prefix + field.name;
    const here = Object.hasOwn(given, field.name);
    if (here) known++;
    const value = here ? given[field.name] : undefined;
    if (value === undefined || (value === null && !field.nullable)) {
      if (field.required || here) faults.set(name, absent(name));
      continue;
    }
    read[field.name] = checkValue(value, { name, type: field.type }, faults);
    if (!faults.has(name)) checkPage(field.name, read[field.name], faults);
  }
  if (Object.keys(given).length > known) nameStrangers(given, { fields, prefix }, faults);
  return read;
}

/** Pages start at 1 and hold 1 to 100, everywhere. */
function checkPage(name: string, value: unknown, faults: Faults): void {
  if (typeof value !== 'number') return;
  if (name === 'page' && value < 1) faults.set(name, 'page must be at least 1.');
  if (name === 'limit' && (value < 1 || value > 100)) {
    faults.set(name, 'limit must be from 1 to 100.');
  }
}

function nameStrangers(
  given: Record<string, unknown>,
  { fields, prefix }: { fields: readonly InputField[]; prefix: string },
  faults: Faults,
): void {
  const known = new Set(fields.map((field) => field.name));
  let named = 0;
  for (const key of Object.keys(given)) {
    if (known.has(key)) continue;
    if (++named > 20) return;
    const name = `${prefix}${key}`.slice(0, 100);
    faults.set(name, `${name} is not a field of this call.`);
  }
}

/** Reads query parameters; what is not known is ignored, and a parameter given twice is a fault. */
export function readQuery(
  given: Record<string, unknown>,
  fields: readonly InputField[],
  faults: Faults,
): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const field of fields) {
    const text = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (text === undefined || text === '') continue;
    if (typeof text === 'string') parsed[field.name] = fromText(text, field.type);
    else faults.set(field.name, `${field.name} is given more than once.`);
  }
  const read = readObject(
    parsed,
    { fields: fields.filter((one) => !faults.has(one.name)), prefix: '' },
    faults,
  );
  return read;
}
