/** String operators; positions count code points (CP) or UTF-8 bytes. */
import type { BSONRegExp } from 'bson';
import { asNumber, bsonTag, isNumeric, newDocument, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileRegex } from '../query/regex.ts';
import { fixed, isNullish, type Maybe, needString, strict, variadic } from './arguments.ts';
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
  return values
    .map((value) =>
      needString(value as Value, { code: 16702, text: '$concat only supports strings' }),
    )
    .join('');
}

function asciiCase(value: string, upper: boolean): string {
  return upper
    ? value.replace(/[a-z]+/g, (part) => part.toUpperCase())
    : value.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

function whole(value: Maybe, name: string): number {
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number))
    throw fault(34452, `${name} requires integral positions`);
  return number;
}

function substrCodePoints(value: Maybe, from: Maybe, count: Maybe): string {
  const start = whole(from, '$substrCP');
  const length = whole(count, '$substrCP');
  if (start < 0 || length < 0) throw fault(34455, '$substrCP positions may not be negative');
  return [...text(value, '$substrCP')].slice(start, start + length).join('');
}

function substrBytes(value: Maybe, from: Maybe, count: Maybe): string {
  const start = whole(from, '$substrBytes');
  const length = whole(count, '$substrBytes');
  if (start < 0) throw fault(50752, '$substrBytes: starting index must be non-negative');
  const bytes = Buffer.from(text(value, '$substrBytes'));
  const end = length < 0 ? bytes.length : start + length;
  const isContinuation = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  if (isContinuation(start) || isContinuation(end))
    throw fault(28656, '$substrBytes: Invalid range, in the middle of a UTF-8 character.');
  return bytes.toString('utf8', start, end);
}

function trim(left: boolean, right: boolean): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, { required: ['input'], optional: ['chars'] });
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
      const cut = given === undefined ? undefined : new Set(String(given));
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
  const complaint = { code: 40093, text: '$indexOfCP requires a string' };
  const letters = [...needString(value, complaint)];
  const target = [...needString(wanted ?? null, complaint)];
  const end = to === undefined ? letters.length : Math.min(letters.length, whole(to, '$indexOfCP'));
  for (let at = from === undefined ? 0 : whole(from, '$indexOfCP'); at + target.length <= end; at++)
    if (target.every((letter, offset) => letters[at + offset] === letter)) return at;
  return -1;
}

/** What the three $regex expressions share; `onMatch` makes the result. */
function regex(
  onMatch: (found: RegExpExecArray | null, input: string) => Maybe,
  onNull: Maybe,
): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, { required: ['input', 'regex'], optional: ['options'] });
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
      if (bsonTag(found) === 'BSONRegExp') {
        const original = found as BSONRegExp;
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

function replace(all: boolean): Operator {
  return (argument, compile, name) => {
    const fields = named(argument, name, { required: ['input', 'find', 'replacement'] });
    const parts = ['input', 'find', 'replacement'].map((field) => compile(fields[field] as Value));
    return (variables) => {
      const values = parts.map((part) => part(variables));
      if (values.some(isNullish)) return null;
      const [input = '', find = '', replacement = ''] = values.map((value) =>
        needString(value as Value, { code: 51746, text: `${name} requires strings` }),
      );
      return all
        ? input.replaceAll(find, () => replacement)
        : input.replace(find, () => replacement);
    };
  };
}

export const STRINGS: Record<string, Operator> = {
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
    const complaint = { code: 40085, text: '$split requires strings' };
    const by = needString(separator, complaint);
    if (by === '') throw fault(40087, '$split requires a non-empty separator');
    return needString(value, complaint).split(by);
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
