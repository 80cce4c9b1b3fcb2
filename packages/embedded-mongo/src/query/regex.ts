/** Turns a PCRE pattern as stored in BSON into a JavaScript one, refusing what the two read differently. */
import type { BSONRegExp } from 'bson';
import { fault, notImplemented } from '../errors.ts';

const KNOWN_OPTIONS = /^[imsux]*$/;

/** Escapes of letters and digits that mean the same in both. */
const SHARED_ESCAPES = /\\(?![dDwWsSbBnrtfvxcu0-9kpP])[A-Za-z]/;

function refuseForeignSyntax(pattern: string): void {
  const foreign =
    SHARED_ESCAPES.test(pattern) ||
    /\[\[:\^?[a-z]+:\]/.test(pattern) ||
    /[*+?}]\+/.test(pattern.replace(/\\./g, '')) ||
    /\(\?[>|#P&R0-9(]/.test(pattern);
  if (foreign) throw notImplemented(`The regular expression syntax of /${pattern}/`);
}

/** Throws Location51091 for a pattern that is no regular expression. */
export function compileRegex(pattern: string, options: string): RegExp {
  if (!KNOWN_OPTIONS.test(options)) throw fault(51108, `invalid flag in regex options: ${options}`);
  if (options.includes('x')) throw notImplemented('The regular expression option x');
  refuseForeignSyntax(pattern);
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline ? pattern.slice(inline[0].length) : pattern;
  const flags = [...new Set([...options, ...(inline?.[1] ?? '')])]
    .filter((flag) => flag !== 'u')
    .join('');
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // The u flag forbids harmless escapes such as \- ; without it they are allowed.
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw fault(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

export function regexOf(value: BSONRegExp, options = value.options): RegExp {
  return compileRegex(value.pattern, options);
}
