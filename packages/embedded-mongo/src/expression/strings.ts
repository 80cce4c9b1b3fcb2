/** String operators; positions count code points (CP) or UTF-8 bytes. */
import type { BSONRegExp } from 'bson';
import { compileRegex } from '../bson/regex.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, bsonTag, isNumeric, newDocument, typeName } from '../bson/values.ts';
import { wholeInt } from '../bson/whole.ts';
import { makeText } from '../effort.ts';
import { fault } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { fixed, isNullish, needString, strict, variadic } from './arguments.ts';
import type { Fields } from './conditions.ts';
import { named, optional } from './conditions.ts';
import type { Operator } from './variables.ts';

function text(value: Maybe, name: string): string {
  if (isNullish(value)) return '';
  if (value instanceof Date) return value.toISOString();
  if (isNumeric(value)) return String(value);
  return needString(value, { code: 16007, text: `${name} only supports strings` });
}

function concat(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  const texts = values.map((value) =>
    needString(value as Value, { code: 16702, text: '$concat only supports strings' }),
  );
  makeText(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

function asciiCase(value: string, upper: boolean): string {
  return upper
    ? value.replace(/[a-z]+/g, (part) => part.toUpperCase())
    : value.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

/** Throws `code` for what is no int32, and for less than 0 the next one. */
function position(value: Maybe, code: number, negative = code + 1): number {
  const number = wholeInt(value ?? null);
  if (number === undefined)
    throw fault(code, `a position must be an integral number, not ${typeName(value)}`);
  if (number < 0) throw fault(negative, `a position must not be negative: ${number}`);
  return number;
}

/** Throws `codes[0]` for no number, `codes[1]` for no int32. */
function codePoint(value: Maybe, codes: [number, number, number]): number {
  if (!isNumeric(value))
    throw fault(codes[0], `$substrCP: positions must be numbers, not ${typeName(value)}`);
  return position(value, codes[1], codes[2]);
}

function substrCodePoints(value: Maybe, from: Maybe, count: Maybe): string {
  const start = codePoint(from, [34450, 34451, 34455]);
  const length = codePoint(count, [34452, 34453, 34454]);
  return [...text(value, '$substrCP')].slice(start, start + length).join('');
}

function substrBytes(value: Maybe, from: Maybe, count: Maybe): string {
  if (!isNumeric(from))
    throw fault(16034, `$substrBytes: Invalid range, starting index is a ${typeName(from)}`);
  if (!isNumeric(count))
    throw fault(16035, `$substrBytes: Invalid range, length is a ${typeName(count)}`);
  const start = Math.trunc(asNumber(from) ?? 0);
  const length = Math.trunc(asNumber(count) ?? 0);
  if (start < 0) throw fault(50752, '$substrBytes: starting index must be non-negative');
  const bytes = Buffer.from(text(value, '$substrBytes'));
  const end = length < 0 ? bytes.length : start + length;
  const isContinuation = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  if (isContinuation(start) || isContinuation(end))
    throw fault(
      isContinuation(start) ? 28656 : 28657,
      '$substrBytes: Invalid range, in the middle of a UTF-8 character.',
    );
  return bytes.toString('utf8', start, end);
}

const trimFields: Fields = {
  codes: [50696, 50694],
  required: [['input', 50695]],
  optional: ['chars'],
};

function trim(left: boolean, right: boolean): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, trimFields);
    const input = compile(fields.input as Value);
    const chars = optional(fields, 'chars', compile);
    return (variables) => {
      const value = input(variables);
      if (isNullish(value)) return null;
      const letters = [
        ...needString(value, { code: 50699, text: `${name} requires its input to be a string` }),
      ];
      const given = chars(variables);
      if (given === null) return null;
      const cut =
        given === undefined
          ? undefined
          : new Set(
              needString(given, { code: 50700, text: `${name} requires 'chars' to be a string` }),
            );
      const isCut = (letter: string | undefined): boolean =>
        letter !== undefined && (cut ? cut.has(letter) : /[\s\0]/u.test(letter));
      let [start, end] = [0, letters.length];
      while (left && start < end && isCut(letters[start])) start++;
      while (right && end > start && isCut(letters[end - 1])) end--;
      return letters.slice(start, end).join('');
    };
  };
}

function indexOf(...[value, wanted, from, to]: Maybe[]): Maybe {
  if (isNullish(value)) return null;
  const text = '$indexOfCP requires a string';
  const letters = [...needString(value, { code: 40093, text })];
  const target = [...needString(wanted ?? null, { code: 40094, text })];
  const start = from === undefined ? 0 : position(from, 40096);
  const end = to === undefined ? letters.length : Math.min(letters.length, position(to, 40096));
  for (let at = start; at + target.length <= end; at++)
    if (target.every((letter, offset) => letters[at + offset] === letter)) return at;
  return -1;
}

const regexFields: Fields = {
  codes: [51103, 31024],
  required: [
    ['input', 31022],
    ['regex', 31023],
  ],
  optional: ['options'],
};

/** What the three $regex expressions share; `onMatch` makes the result. */
function regex(
  onMatch: (found: RegExpExecArray | null, input: string) => Maybe,
  onNull: Maybe,
): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, regexFields);
    const input = compile(fields.input as Value);
    const pattern = compile(fields.regex as Value);
    const options = optional(fields, 'options', compile);
    return (variables) => {
      const value = input(variables);
      const found = pattern(variables);
      if (isNullish(value) || isNullish(found)) return onNull;
      const subject = needString(value, {
        code: 51104,
        text: `${name} needs 'input' to be of type string`,
      });
      const given = options(variables);
      if (!isNullish(given))
        needString(given, { code: 51106, text: `${name} needs 'options' to be of type string` });
      if (bsonTag(found) === 'BSONRegExp') {
        const original = found as BSONRegExp;
        if (!isNullish(given) && original.options !== '')
          throw fault(
            51107,
            `${name}: found regex option(s) specified in both 'regex' and 'option' fields`,
          );
        return onMatch(
          compileRegex(original.pattern, String(given ?? original.options)).exec(subject),
          subject,
        );
      }
      const source = needString(found, {
        code: 51105,
        text: `${name} needs 'regex' to be of type string or regex`,
      });
      return onMatch(compileRegex(source, String(given ?? '')).exec(subject), subject);
    };
  };
}

function foundDocument(found: RegExpExecArray | null, input: string): Value {
  if (!found) return null;
  const idx = [...input.slice(0, found.index)].length;
  const captures = found.slice(1).map((capture) => capture ?? null);
  return Object.assign(newDocument(), { match: found[0], idx, captures });
}

const replaceFields: Fields = {
  codes: [51751, 51750],
  required: [
    ['input', 51749],
    ['find', 51748],
    ['replacement', 51747],
  ],
};
/** The codes for those of them that are no text. */
const noText = [10503904, 10503901, 10503902];

function replace(all: boolean): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, replaceFields);
    const parts = replaceFields.required.map(([field]) => compile(fields[field] as Value));
    return (variables) => {
      const values = parts.map((part) => part(variables));
      for (const [at, value] of values.entries())
        if (!isNullish(value)) needString(value, { code: noText[at] as number, text: name });
      if (values.some(isNullish)) return null;
      const [input, find, replacement] = values as [string, string, string];
      if (!all) return input.replace(find, () => replacement);
      const pieces = input.split(find);
      makeText(input.length + pieces.length * replacement.length);
      return pieces.join(replacement);
    };
  };
}

export const strings: Record<string, Operator> = {
  $concat: variadic(concat),
  $toLower: fixed(1, (value) => asciiCase(text(value, '$toLower'), false)),
  $toUpper: fixed(1, (value) => asciiCase(text(value, '$toUpper'), true)),
  $substrCP: fixed(3, substrCodePoints),
  $substrBytes: fixed(3, substrBytes),
  $substr: fixed(3, substrBytes),
  $strLenCP: fixed(
    1,
    (value) =>
      [...needString(value ?? null, { code: 34471, text: '$strLenCP requires a string argument' })]
        .length,
  ),
  $strLenBytes: fixed(1, (value) =>
    Buffer.byteLength(
      needString(value ?? null, { code: 34473, text: '$strLenBytes requires a string argument' }),
    ),
  ),
  $split: strict(2, (value, separator) => {
    const text = '$split requires strings';
    const whole = needString(value, { code: 40085, text });
    const by = needString(separator, { code: 10503900, text });
    if (by === '') throw fault(40087, '$split requires a non-empty separator');
    return whole.split(by);
  }),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $indexOfCP: fixed([2, 4], indexOf),
  $strcasecmp: fixed(2, (a, b) => {
    const [x, y] = [
      asciiCase(text(a, '$strcasecmp'), true),
      asciiCase(text(b, '$strcasecmp'), true),
    ];
    return x < y ? -1 : x > y ? 1 : 0;
  }),
  $regexMatch: regex((found) => found !== null, false),
  $regexFind: regex(foundDocument, null),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
};
