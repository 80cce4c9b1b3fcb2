/** Turns a PCRE pattern as stored in BSON into a JavaScript one, refusing what the two read differently. */
import { fault, notImplemented } from '../errors.ts';
import type { Pattern } from './regex-turn.ts';
import { watched } from './regex-turn.ts';

/** What one repeated part may take when the real server writes it out. */
const maxRepeat = 65_535;

/** Escapes of letters and digits that mean the same in both. */
const sharedEscapes = /\\(?![dDwWsSbBnrtfvxc0-9kpP])[A-Za-z]/;

/** What the real server's library refuses and JavaScript takes. */
function checkSyntax(pattern: string): void {
  const plain = pattern.replace(/\\[^u]/gs, '');
  if (plain.includes('\\u'))
    throw fault(
      51091,
      'Regular expression is invalid: PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u',
    );
  for (const [, body = '', times] of plain.matchAll(/(\([^()]*\)|.)\{(?:\d*,)?(\d+)\}/gs))
    if (Number(times) * (body.startsWith('(') ? 2 * body.length : 1) > maxRepeat)
      throw fault(51091, 'Regular expression is invalid: regular expression is too large');
}

function refuseForeignSyntax(pattern: string): void {
  checkSyntax(pattern);
  const foreign =
    sharedEscapes.test(pattern) ||
    /\[\[:\^?[a-z]+:\]/.test(pattern) ||
    /[*+?}]\+/.test(pattern.replace(/\\./g, '')) ||
    /\(\?[>|#P&R0-9(]/.test(pattern);
  if (foreign) throw notImplemented(`The regular expression syntax of /${pattern}/`);
}

const tokens = /\\.|\[\^?(?:\\.|[^\]\\])*\]|[.^$]/gs;
/** White space as PCRE knows it, and the rest, for inside of brackets. */
const spaces = '\\t-\\r ';
const rest = { u: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}', '': '\\0-\\x08\\x0e-\\x1f!-\\uffff' };

type Flags = { all: string; unicode: 'u' | '' };

/** Where the two differ in silence: line ends are \n alone, $ also stands before the last, \s is ASCII. */
function translate(pattern: string, { all, unicode }: Flags): string {
  const lines = all.includes('m');
  return pattern.replace(tokens, (token) => {
    if (token === '.') return all.includes('s') ? '.' : '[^\\n]';
    if (token === '^') return lines ? '(?:^|(?<=\\n)(?!$))' : '^';
    if (token === '$') return lines ? '(?=\\n|$)' : '(?=\\n?$)';
    if (token === '\\s') return `[${spaces}]`;
    if (token === '\\S') return `[^${spaces}]`;
    if (!token.startsWith('[')) return token;
    if (token === '[]' || token === '[^]') throw notImplemented(`The bracket in /${pattern}/`);
    return token.replace(/\\./gs, (pair) =>
      pair === '\\s' ? spaces : pair === '\\S' ? rest[unicode] : pair,
    );
  });
}

/** Throws Location51091 for a pattern that is no regular expression. */
export function compileRegex(given: string, options: string): Pattern {
  const unknown = /[^imsux]/.exec(options);
  if (unknown) throw fault(51108, `invalid flag in regex options: ${unknown[0]}`);
  const pattern = given.replace(/(?<!\\)\(\?P</g, '(?<');
  if (options.includes('x')) throw notImplemented('The regular expression option x');
  refuseForeignSyntax(pattern);
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline ? pattern.slice(inline[0].length) : pattern;
  const all = options + (inline?.[1] ?? '');
  const flags = (all.includes('i') ? 'i' : '') + (all.includes('s') ? 's' : '');
  try {
    return watched(new RegExp(translate(source, { all, unicode: 'u' }), `${flags}u`));
  } catch (error) {
    // The u flag forbids harmless escapes such as \- ; without it they are allowed.
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    return watched(new RegExp(translate(source, { all, unicode: '' }), flags));
  } catch (error) {
    throw fault(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}
