/** The vocabulary of WRITING.md: words and forms that an engineer of the field would not use. The limits only go down. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
  // The guide and this list quote the words that they replace; the released graph is history.
  .filter(
    (file) => !/^WRITING\.md$|^tests\/tidy\/|^gateway\/released\/|^CHANGELOG\.md$/.test(file),
  );

const generated = /generated|supergraph\.graphql|openapi\.json|package-lock/;
const sources = tracked.filter((file) => /\.tsx?$/.test(file) && !generated.test(file));
const documents = tracked.filter((file) => /\.(md|graphql)$/.test(file) && !generated.test(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Legal text with its own edition, a word list, names of countries, old names of stored data, and messages of a real MongoDB. */
const quoted =
  /^services\/lending\/src\/pdf\/template\/|\/common-words\.ts$|\/country-table\.ts$|\/data-upgrade(\.test)?\.ts$|^tests\/flows\/upgrade\.heavy\.test\.ts$|^packages\/embedded-mongo\/src\/expression\//;

const bannedWords =
  /\b(whoever|whom|whose turn|wherein|told|untold|tells?|hears?|heard|nobody|somebody|reckon(s|ed)?|mend(s|ed)?|beside|meanwhile|by (itself|themselves)|of (its|their) own|asked for|stands? (there|in|on|at)|comes? to|afterwards|anew|doors?|facts?|struggles?|bury|buried|parked|wordings?|bells|odd payments?)\b/i;
const commentLine = /^\s*(\/\/|\/?\*)/;

/** Fails with every place once there are more than `limit`; 0 is the aim, and a limit is never raised. */
function assertAtMost(limit: number, places: readonly string[]): void {
  assert.ok(places.length <= limit, `${places.length} of at most ${limit}:\n${places.join('\n')}`);
}

test('comments use standard English', () => {
  const places = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        commentLine.test(line) && bannedWords.test(line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  assertAtMost(0, places);
});

test('documents and schema descriptions use standard English', () => {
  const places = documents.flatMap((file) =>
    read(file)
      .split(/(?<=[.!?])\s+|\n\n|\|/)
      // Names of the former API stay in the table of renamed calls.
      .filter((sentence) => bannedWords.test(sentence.replaceAll(/`[^`]*`/g, '')))
      .map((sentence) => `${file}: ${sentence.trim().slice(0, 100)}`),
  );
  assertAtMost(0, places);
});

test('sentences in code (logs, errors, test names, screen texts) use standard English', () => {
  const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>([^<>{}\n]+)</g;
  const places = sources
    .filter((file) => !quoted.test(file))
    .flatMap((file) => {
      const text = read(file)
        .split('\n')
        .filter((line) => !commentLine.test(line))
        .join('\n');
      return [...text.matchAll(literal)]
        .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
        .filter((sentence) => /[a-z]+ [a-z]+/.test(sentence) && bannedWords.test(sentence))
        .map((sentence) => `${file}: ${sentence.trim().slice(0, 120)}`);
    });
  assertAtMost(0, places);
});

test('a type is named for what it is, not for what happened to it', () => {
  const participle =
    /^\s*(?:export )?(?:interface|type|class) (Told|Found|Asked|Seen|Shown|Wanted|Heard|Given|Known|Moved|Granted|Drained|Written|Taken|Said|Kept|Held|Made|Sent|Answered|Watched|Counted|Refused)\b/gm;
  const places = sources.flatMap((file) =>
    [...read(file).matchAll(participle)].map((match) => `${file}: ${match[1]}`),
  );
  assertAtMost(0, places);
});

test('limits are named max… and min…', () => {
  const superlative = /\b(most|longest|least|biggest|smallest|fewest)[A-Z]\w*/g;
  const places = sources
    .filter((file) => !quoted.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(superlative)].map((match) => `${file}: ${match[0]}`),
    );
  assertAtMost(0, places);
});

test('files and folders are named in the terms of the field', () => {
  const odd =
    /\/(look-at|judge|carry|hear|follow|tell|mend|reckon|name-the|take-back|give-up|told|sight|parked|stretch|kit|wording|matter|bells)[-.\w]*\.(ts|tsx|graphql|md)$|\/(wording|matter|kills|world|play)\//;
  assertAtMost(
    0,
    tracked.filter((file) => odd.test(file)),
  );
});

test('no file cites a document that is not in the repository', () => {
  const citation = /\b(product|interface|requirements|design|style)\.(md|txt)\b/g;
  const places = [...sources, ...documents].flatMap((file) =>
    [...read(file).matchAll(citation)]
      .filter((match) => !tracked.some((one) => one.endsWith(`/${match[0]}`) || one === match[0]))
      .map((match) => `${file}: ${match[0]}`),
  );
  assertAtMost(0, places);
});
