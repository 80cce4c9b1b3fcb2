/** Writes identity's table of confusable characters from Unicode's confusables.txt, whose path is the argument. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const [source = ''] = process.argv.slice(2);
const text = readFileSync(source, 'utf8');
const version = /^# Version: (.+)$/m.exec(text)?.[1] ?? 'unknown';
const licence = readFileSync(join(import.meta.dirname, 'LICENSE'), 'utf8').trimEnd();

/** By prototype: the characters that look like it. */
const sources = new Map<string, string[]>();
for (const [, from = '', to = ''] of text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm))
  sources.set(to, [...(sources.get(to) ?? []), from]);

const header = `Confusable characters of UTS #39, Unicode ${version}, written by tools/unicode/write-confusables.ts from
https://www.unicode.org/Public/${version}/security/confusables.txt
A line has a prototype, a colon, and the characters that look like it, as hexadecimal code points.

${licence}`;
const lines = [...sources].map(([to, from]) => `${to}: ${from.join(' ')}`);
const commented = header.split('\n').map((line) => `# ${line}`.trimEnd());
const file = join(root, 'services/identity/src/name/confusables.txt');
writeFileSync(file, `${[...commented, ...lines].join('\n')}\n`);
