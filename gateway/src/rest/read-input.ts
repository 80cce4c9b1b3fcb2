/** Converts REST input into the variables of a stored operation. Validation is strict and reports all errors at once. */

import type { GraphQLEnumType, GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { getNullableType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { missingMessages, numbersOf, restNameOf, unreadableField } from './declarations.ts';

/** One sentence per invalid field. */
export type InputErrors = Map<string, string>;

/** One variable of a stored operation as a caller sees it. */
export interface InputField {
  name: string;
  type: GraphQLInputType;
  /** Whether the field must be sent: it has no default and is not nullable. */
  required: boolean;
  /** Whether null is allowed. A field with a default is neither required nor nullable. */
  nullable: boolean;
  /** Of a list; default 100. */
  maxItems?: number | undefined;
  /** The name of a nested field in the schema, if it differs. */
  schemaName?: string;
  /** From the schema. */
  description?: string | undefined;
}

/** Only so many unknown fields are named in an error. */
const maxUnknownFields = 20;
const defaultMaxItems = 100;
const wholeText = /^-?\d{1,16}$/;
const decimalText = /^-?\d{1,16}(\.\d{1,20})?$/;
const dayText = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The result of a parser for a value that is not of its type. */
const invalid = Symbol('invalid');

/**
 * Dollars to cents, or percent to basis points: exact, at most two decimals.
 * Undefined for any other value, also outside the safe integers.
 */
export function toHundredths(value: number): number | undefined {
  const whole = Math.round(value * 100);
  if (!Number.isSafeInteger(whole) || whole / 100 !== value) return undefined;
  return whole === 0 ? 0 : whole;
}

function isDay(text: string): boolean {
  if (!dayText.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** Returns the value for GraphQL, or `invalid`. */
type Parser = (value: unknown) => unknown;

const typeMessages: Record<string, string> = {
  Cents: 'must be a number of dollars with at most two decimals',
  BasisPoints: 'must be a percentage with at most two decimals',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  ID: 'must be a string',
  String: 'must be a string',
  CalendarDate: 'must be a date like 2026-01-31',
  DateTime: 'must be a time like 2026-01-31T12:00:00Z',
};

const isInt = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;
const stringParser = (valid: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && valid(value) ? value : invalid;
const parseHundredths: Parser = (value) =>
  typeof value === 'number' ? (toHundredths(value) ?? invalid) : invalid;

const parsers: Record<string, Parser> = {
  Cents: parseHundredths,
  BasisPoints: parseHundredths,
  Int: (value) => (isInt(value) ? value : invalid),
  Float: (value) => (typeof value === 'number' ? value : invalid),
  Boolean: (value) => (typeof value === 'boolean' ? value : invalid),
  ID: stringParser((text) => text.length > 0),
  String: stringParser(() => true),
  CalendarDate: stringParser(isDay),
  DateTime: stringParser(isDateTime),
};

/** Parses a query parameter by its type; a value that does not parse stays a string and fails validation. */
function parseText(text: string, type: GraphQLInputType): unknown {
  const nullableType = isNonNullType(type) ? type.ofType : type;
  if (isEnumType(nullableType)) return text.toUpperCase();
  switch ('name' in nullableType ? nullableType.name : '') {
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

const missingMessage = (name: string) =>
  Object.hasOwn(missingMessages, name) ? String(missingMessages[name]) : `${name} is required.`;

type ParsedField = Pick<InputField, 'name' | 'type' | 'maxItems'>;

/** Parses a value by its GraphQL type; records an error in `inputErrors` under `name`. */
export function parseValue(
  value: unknown,
  { name, type, maxItems }: ParsedField,
  inputErrors: InputErrors,
): unknown {
  if (isNonNullType(type)) {
    if (value !== null && value !== undefined)
      return parseValue(value, { name, type: type.ofType, maxItems }, inputErrors);
    inputErrors.set(name, missingMessage(name));
    return undefined;
  }
  if (value === null || value === undefined) return value;
  if (isListType(type)) return parseList(value, { name, type: type.ofType, maxItems }, inputErrors);
  if (isInputObjectType(type)) {
    if (typeof value === 'object' && !Array.isArray(value))
      return parseObject(value as Record<string, unknown>, { name, type }, inputErrors);
    inputErrors.set(name, `${name} must be an object.`);
    return undefined;
  }
  const parsed = isEnumType(type) ? parseEnum(value, type) : parsers[type.name]?.(value);
  if (parsed !== invalid) return parsed;
  inputErrors.set(name, `${name} ${describeExpected(type)}.`);
  return undefined;
}

/** Enum values by name, or by number if REST shows the enum as numbers. */
function parseEnum(value: unknown, type: GraphQLEnumType): unknown {
  const numbers = numbersOf(type.name);
  if (numbers)
    return Object.entries(numbers).find(([, number]) => number === value)?.[0] ?? invalid;
  return typeof value === 'string' && type.getValue(value) ? value : invalid;
}

/** `type` is that of the items. */
function parseList(value: unknown, item: ParsedField, inputErrors: InputErrors): unknown {
  const { name, type, maxItems = defaultMaxItems } = item;
  if (!Array.isArray(value) || value.length > maxItems) {
    inputErrors.set(name, `${name} must be a list of at most ${maxItems}.`);
    return undefined;
  }
  const row = findRowType(type);
  if (row) return value.map((element) => parseRow(element, row));
  return value.map((element) =>
    inputErrors.has(name) ? undefined : parseItem(element, { name, type }, inputErrors),
  );
}

function parseItem(value: unknown, item: ParsedField, inputErrors: InputErrors) {
  const itemErrors: InputErrors = new Map();
  const parsed = parseValue(value, item, itemErrors);
  for (const sentence of itemErrors.values()) inputErrors.set(item.name, `Each of ${sentence}`);
  return parsed;
}

/** The type of items that fail alone; undefined for others. */
function findRowType(type: GraphQLInputType): GraphQLInputObjectType | undefined {
  const item = getNullableType(type);
  return isInputObjectType(item) && unreadableField in item.getFields() ? item : undefined;
}

function parseRow(value: unknown, type: GraphQLInputObjectType): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { [unreadableField]: 'Each row must be an object.' };
  const rowErrors: InputErrors = new Map();
  const parsed = parseObject(value as Record<string, unknown>, { name: '', type }, rowErrors);
  if (rowErrors.size === 0) return parsed;
  // The fields that could be read say which row it is.
  const read = Object.entries(parsed).filter(([, one]) => one !== undefined);
  return { ...Object.fromEntries(read), [unreadableField]: [...rowErrors.values()].join(' ') };
}

/** Returns the object with the schema's names. `name` is empty for a row, whose errors name its fields only. */
function parseObject(
  value: Record<string, unknown>,
  { name, type }: { name: string; type: GraphQLInputObjectType },
  inputErrors: InputErrors,
): Record<string, unknown> {
  const fields = Object.values(type.getFields())
    .filter((field) => field.name !== unreadableField)
    .map((field) => ({
      name: restNameOf(type.name, field.name),
      schemaName: field.name,
      type: field.type,
      required: isNonNullType(field.type) && field.defaultValue === undefined,
      nullable: !isNonNullType(field.type),
    }));
  return readObject(value, { fields, prefix: name && `${name}.` }, inputErrors);
}

const describeNumber = ([name, number]: [string, number]) =>
  `${number} (${name.toLowerCase().replaceAll('_', ' ')})`;

function describeExpected(type: GraphQLInputType): string {
  if (isEnumType(type)) {
    const numbers = numbersOf(type.name);
    if (numbers) return `must be ${Object.entries(numbers).map(describeNumber).join(' or ')}`;
    return `must be one of ${type
      .getValues()
      .map((enumValue) => enumValue.name)
      .join(', ')}`;
  }
  return typeMessages['name' in type ? type.name : ''] ?? 'is not valid';
}

/** Reads the fields of a JSON object; an unknown field is an error. */
export function readObject(
  input: Record<string, unknown>,
  { fields, prefix }: { fields: readonly InputField[]; prefix: string },
  inputErrors: InputErrors,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  let knownCount = 0;
  for (const field of fields) {
    const name = prefix + field.name;
    const isPresent = Object.hasOwn(input, field.name);
    if (isPresent) knownCount++;
    const value = isPresent ? input[field.name] : undefined;
    if (value === undefined || (value === null && !field.nullable)) {
      if (field.required || isPresent) inputErrors.set(name, missingMessage(name));
      continue;
    }
    const { type, maxItems } = field;
    const parsed = parseValue(value, { name, type, maxItems }, inputErrors);
    read[field.schemaName ?? field.name] = parsed;
    if (!inputErrors.has(name)) validatePage(field.name, parsed, inputErrors);
  }
  if (Object.keys(input).length > knownCount)
    rejectUnknownFields(input, { fields, prefix }, inputErrors);
  return read;
}

/** Page numbers start at 1 and page sizes range from 1 to 100 in every list. */
function validatePage(name: string, value: unknown, inputErrors: InputErrors): void {
  if (typeof value !== 'number') return;
  if (name === 'page' && value < 1) inputErrors.set(name, 'page must be at least 1.');
  if (name === 'limit' && (value < 1 || value > 100)) {
    inputErrors.set(name, 'limit must be from 1 to 100.');
  }
}

function rejectUnknownFields(
  input: Record<string, unknown>,
  { fields, prefix }: { fields: readonly InputField[]; prefix: string },
  inputErrors: InputErrors,
): void {
  const known = new Set(fields.map((field) => field.name));
  let unknownCount = 0;
  for (const key of Object.keys(input)) {
    if (known.has(key)) continue;
    if (++unknownCount > maxUnknownFields) return;
    const name = `${prefix}${key}`.slice(0, 100);
    inputErrors.set(name, `${name} is not a field of this call.`);
  }
}

/** Reads query parameters; unknown ones are ignored, and a repeated one is an error. */
export function readQuery(
  input: Record<string, unknown>,
  fields: readonly InputField[],
  inputErrors: InputErrors,
): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const field of fields) {
    const text = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    if (text === undefined || text === '') continue;
    if (typeof text === 'string') parsed[field.name] = parseText(text, field.type);
    else inputErrors.set(field.name, `${field.name} is given more than once.`);
  }
  const read = readObject(
    parsed,
    { fields: fields.filter((field) => !inputErrors.has(field.name)), prefix: '' },
    inputErrors,
  );
  return read;
}
