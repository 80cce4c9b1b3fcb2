/** Cases of regular expressions: what matches, and PCRE's syntax that JavaScript lacks, refused by name. */
import type { Case } from './case.ts';
import { fails, finds, refuses } from './case.ts';

function matches(pattern: string, text: string, options = ''): Case {
  return finds(`/${pattern}/${options} in ${JSON.stringify(text)}`, {
    docs: [
      { _id: 1, s: text },
      { _id: 2, s: '' },
    ],
    filter: { s: { $regex: pattern, $options: options } },
    ids: [1],
  });
}

function misses(pattern: string, text: string, options = ''): Case {
  return finds(`no /${pattern}/${options} in ${JSON.stringify(text)}`, {
    docs: [{ _id: 1, s: text }],
    filter: { s: { $regex: pattern, $options: options } },
    ids: [],
  });
}

// Source: PCRE2's manual pages, pcre2pattern and pcre2compat.
const foreign = [
  '\\p{Latin}',
  '\\p{Greek}x',
  '\\p{Letter}',
  '\\p{^Lu}',
  '\\p{L&}',
  '(?s:a.b)c',
  '(?i:a)b',
  'a(?-i)bc',
  'a(?i)b',
  '(?x)a b',
  '(?xi)a',
  '(?U)a+',
  '(?J)a',
  '(?^)a',
  '(*UTF)a',
  '(*UCP)\\w',
  '(*ANYCRLF)a',
  'a(*SKIP)b',
  '(?>a)b',
  '(?|a|b)',
  '(?#c)a',
  '(?R)?a',
  '(?1)(a)',
  "(?'n'a)",
  'a++',
  '(a)?\\1b',
  '(a)|\\1b',
  '\\Aa',
  'a\\z',
  '\\Qa\\E',
  '\\ha',
  '\\Ra',
  'a\\Kb',
  '[[:alpha:]]',
  '[]a]',
  '\\012',
  'a{,3}',
];

export const regexCases: Case[] = [
  ...foreign.map((pattern) =>
    refuses(`the regular expression /${pattern}/`, 238, ({ collection }) =>
      collection.find({ s: { $regex: pattern } }).toArray(),
    ),
  ),
  ...['(', '[a', '*a', 'a**', '(?<=a+)b', 'a)'].map((pattern) =>
    fails(`the broken regular expression /${pattern}/`, 51091, ({ collection }) =>
      collection.find({ s: { $regex: pattern } }).toArray(),
    ),
  ),
  matches('\\p{Lu}\\p{Ll}', 'Éa'),
  matches('\\pL+$', 'é'),
  matches('^.\\-$', '😀-'),
  matches('^\\@\\#\\ \\:\\_\\"$', '@# :_"'),
  matches('^[\\-\\]\\.]+$', '-].'),
  matches('^a{b}]$', 'a{b}]'),
  matches('^x{2}y{1,}$', 'xxy'),
  matches('(.)\\1', 'aa'),
  matches('(?<q>.)\\k<q>', 'aa'),
  matches('(?P<x>q)u', 'qu'),
  matches('(?i)ab', 'AB'),
  matches('a.b', 'a\nb', 's'),
  matches('^b$', 'a\nb\nc', 'm'),
  matches('a$', 'a\n'),
  matches('^[^\\s]+$', 'ab'),
  matches('(?<=a)b(?!c)', 'ab'),
  misses('\\w', 'ſ', 'i'),
  misses('^[\\S]$', ' '),
];
