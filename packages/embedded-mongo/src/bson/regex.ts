/** Turns a PCRE pattern as stored in BSON into a JavaScript one, refusing what the two read differently. */
import { fault, notImplemented } from '../errors.ts';
import type { Pattern } from './regex-turn.ts';
import { watched } from './regex-turn.ts';

/** What one repeated part may take when the real server writes it out. */
const maxRepeat = 65_535;

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

/** Escapes of letters that mean the same in both. */
const sharedEscape = /^\\[dDwWsSbBnrtfvk]/;
/** Escapes of letters and digits that JavaScript reads by its own rules and checks itself. */
const checkedEscape = /^\\(?:x[\da-fA-F]{2}|c[A-Za-z]|[1-9])/;
/** Characters that stay escaped; `-` only in brackets. */
const syntaxCharacter = /^[\^$\\.*+?()[\]{}|/]/;
/** The general categories that both know by these names. */
const category = /^(?:Any|C[cfnos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;

function foreign(pattern: string): Error {
  return notImplemented(`The regular expression syntax of /${pattern}/`);
}

/** An escape outside of brackets or in them. */
function translateEscape(pair: string, pattern: string, inBrackets: boolean): string {
  const [, letter = ''] = pair;
  if (/[pP]/.test(letter)) {
    const name = pair.slice(2).replace(/^\{(.*)\}$/, '$1');
    if (!category.test(name)) throw foreign(pattern);
    return `\\${letter}{${name}}`;
  }
  if (/[A-Za-z0-9]/.test(letter)) {
    if (sharedEscape.test(pair) || (checkedEscape.test(pair) && !inBrackets)) return pair;
    if (checkedEscape.test(pair) && !/\d/.test(letter)) return pair;
    throw foreign(pattern);
  }
  if (syntaxCharacter.test(letter) || (inBrackets && letter === '-')) return pair;
  return letter;
}

const escapes = /\\[pP](?:\{[^}]*\}|.)|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\./gsu;
const tokens =
  /\\[pP](?:\{[^}]*\}|.)|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\*|\(\?(?:P?<\w+>|<[=!]|[:=!]|P?<)|\(\?|\{\d+(?:,\d*)?\}|\{,\d+\}|[{}\].^$]/gsu;
/** White space as PCRE knows it, and the rest, for inside of brackets. */
const spaces = '\\t-\\r ';
const noSpaces = '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}';

/** Brackets that hold what the two read differently are refused. */
function translateBrackets(token: string, pattern: string): string {
  if (/^\[\^?\]$/.test(token)) throw notImplemented(`The bracket in /${pattern}/`);
  if (/\[[:.=]/.test(token.slice(1))) throw foreign(pattern);
  return token.replace(escapes, (pair) => {
    if (pair === '\\s') return spaces;
    if (pair === '\\S') return noSpaces;
    return translateEscape(pair, pattern, true);
  });
}

/** Where the two differ in silence: line ends are \n alone, $ also stands before the last, \s and \w are ASCII. */
function translate(source: string, all: string, pattern: string): string {
  const lines = all.includes('m');
  return source.replace(tokens, (token) => {
    if (token === '.') return all.includes('s') ? '.' : '[^\\n]';
    if (token === '^') return lines ? '(?:^|(?<=\\n)(?!$))' : '^';
    if (token === '$') return lines ? '(?=\\n|$)' : '(?=\\n?$)';
    if (token === '\\s') return `[${spaces}]`;
    if (token === '\\S') return `[^${spaces}]`;
    if (/^\\[wWbB]$/.test(token)) return all.includes('i') ? `(?-i:${token})` : token;
    if (token.startsWith('\\')) return translateEscape(token, pattern, false);
    if (token.startsWith('[')) return translateBrackets(token, pattern);
    if (token === '(*' || token === '(?' || /^\{,/.test(token)) throw foreign(pattern);
    if (/^\(\?P?<$/.test(token)) throw invalid('syntax error in subpattern name');
    if (token.startsWith('(?P<')) return `(?<${token.slice(4)}`;
    return /^[{}\]]$/.test(token) ? `\\${token}` : token;
  });
}

/** What is left when escapes and brackets count as one letter each. */
function skeleton(pattern: string): string {
  return pattern.replace(escapes, 'e').replace(/\[\^?[^\]]*\]/g, 'e');
}

/** Possessive repeats; and groups that may be unset, to which a reference matches in JavaScript and fails in PCRE. */
function refuseForeignSyntax(pattern: string): void {
  checkSyntax(pattern);
  const plain = skeleton(pattern);
  if (/[*+?}]\+/.test(plain)) throw foreign(pattern);
  const refers = /\\(?:[1-9]|k<)/.test(pattern.replace(/\\\\/g, ''));
  if (refers && /\||\)(?:[?*]|\{0)/.test(plain)) throw foreign(pattern);
  if (/\(\?<[=!][^)]*(?:[*+]|\{\d+,\})/.test(plain))
    throw invalid('lookbehind assertion is not fixed length');
}

/** Throws Location51091 for a pattern that is no regular expression. */
export function compileRegex(pattern: string, options: string): Pattern {
  const unknown = /[^imsux]/.exec(options);
  if (unknown) throw fault(51108, `invalid flag in regex options: ${unknown[0]}`);
  if (options.includes('x')) throw notImplemented('The regular expression option x');
  refuseForeignSyntax(pattern);
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline ? pattern.slice(inline[0].length) : pattern;
  const all = options + (inline?.[1] ?? '');
  const flags = (all.includes('i') ? 'i' : '') + (all.includes('s') ? 's' : '');
  const translated = translate(source, all, pattern);
  try {
    return watched(new RegExp(translated, `${flags}u`));
  } catch (error) {
    throw isPattern(source) ? foreign(pattern) : invalid((error as Error).message);
  }
}

function invalid(why: string): Error {
  return fault(51091, `Regular expression is invalid: ${why}`);
}

/** Whether JavaScript takes it by its older rules, which are closer to PCRE's than those with the flag u. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source) !== undefined;
  } catch {
    return false;
  }
}
