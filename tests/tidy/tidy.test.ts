/** Project rules that can be checked cheaply; limits only go down. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const maxFileLines = 300;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const sources = tracked.filter((file) => /\.tsx?$/.test(file));
const product = sources.filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.includes('/testing/'),
);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function offenders(files: string[], breaks: (text: string, file: string) => boolean): string[] {
  return files.filter((file) => breaks(read(file), file));
}

test(`no source file is longer than ${maxFileLines} lines`, () => {
  assert.deepEqual(
    offenders(sources, (text) => text.split('\n').length - 1 > maxFileLines),
    [],
  );
});

test('every source file starts with a comment on its purpose', () => {
  const starts = (text: string) => /^(#!.*\n)?\/\*\*/.test(text);
  const files = product.filter((file) => !file.endsWith('.d.ts'));
  assert.deepEqual(
    offenders(files, (text) => !starts(text)),
    [],
  );
});

test('no folder or file is named for a catch-all', () => {
  const catchAllNames =
    /(^|\/)(utils?|helpers?|common|misc|shared|lib|controllers|managers)(\/|\.tsx?$)/;
  assert.deepEqual(
    product.filter((file) => catchAllNames.test(file)),
    [],
  );
});

// Apollo lets a refetch share a request that was sent before.
test('the web refetches only by refetch-query.ts', () => {
  const web = product.filter((file) => file.startsWith('web/src/'));
  assert.deepEqual(
    offenders(web, (text) => /\.refetch(Queries)?\(/.test(text)),
    ['web/src/graph/refetch-query.ts'],
  );
});

test('there are no barrels', () => {
  assert.deepEqual(
    sources.filter((file) => /(^|\/)index\.tsx?$/.test(file)),
    [],
  );
});

test('only settings read the environment', () => {
  // Programs that a person starts, and what measures and tests them.
  const allowed =
    /(^|\/)config\.ts$|^packages\/(subgraph\/src\/run|runtime\/src\/compile-cache)\.ts$|^(apps|bench|tools|infra|packages\/testkit|web\/build)\//;
  const files = product.filter((file) => !allowed.test(file) && !file.startsWith('tests/'));
  assert.deepEqual(
    offenders(files, (text) => /process\.env\b/.test(text)),
    [],
  );
});

test('services read business time from the clock, never the wall clock, for stored or compared dates', () => {
  const files = product.filter((file) => /^services\/(domains|lending)\/src\//.test(file));
  assert.deepEqual(
    offenders(files, (text) => /new Date\(\)|Date\.now\(\)/.test(text)),
    [],
  );
});

test('dates in texts are formatted by packages/contracts/src/format-date.ts', () => {
  const byHand = /\$\{[^}]*(toISOString\(\)|formatCalendarDay\()/;
  const files = product.filter((file) => /^(services|gateway)\//.test(file));
  // Exceptions: a protocol field, and the exact times of signatures.
  assert.deepEqual(
    offenders(files, (text) => byHand.test(text)),
    [
      'services/domains/src/registrar/epp/domain-commands.ts',
      'services/lending/src/pdf/certificate.ts',
    ],
  );
});

test('money is formatted in one place for readers and in one for services, both with the minus sign U+2212', () => {
  const files = product.filter((file) =>
    /^(web|services|gateway|packages\/contracts)\//.test(file),
  );
  assert.deepEqual(
    offenders(files, (text) => /style: 'currency'/.test(text)),
    ['web/src/format/money.ts'],
  );
  // A hyphen before an amount.
  assert.deepEqual(
    offenders(files, (text) => /(?<![\w$])-\$(\$\{|\d|['"`])/.test(text)),
    [],
  );
});

test('text is normalized in one place, which checks its length first', () => {
  // The embedded database compares stored values in a separate process.
  const files = product.filter((file) => !file.startsWith('packages/embedded-mongo/'));
  assert.deepEqual(
    offenders(files, (text) => text.includes('.normalize(')),
    ['packages/runtime/src/normalize-text.ts'],
  );
});

test('no test is focused, and none is skipped without a printed reason', () => {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
  const focus = /\b(test|describe|it)\.(only|todo)\(|\b(test|describe|it)\.skip\(\)|skip: true\b/;
  assert.deepEqual(
    offenders(tests, (text, file) => !file.includes('tidy') && focus.test(text)),
    [],
  );
});

test('no file contains a local path', () => {
  const texts = tracked.filter((file) => /\.(tsx?|css|md|json|graphql|yml|html|mjs)$/.test(file));
  const local = /(^|[\s"'(=])\/(work|root|home)\/[a-z]/;
  assert.deepEqual(
    offenders(texts, (text, file) => !file.includes('tidy') && local.test(text)),
    [],
  );
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "https?:/);
});

/** The folder of a file's workspace; empty for the root. */
function workspaceOf(file: string): string {
  const inside = tracked
    .filter((one) => one.endsWith('/package.json') && file.startsWith(`${dirname(one)}/`))
    .map(dirname);
  return inside.sort((a, b) => b.length - a.length)[0] ?? '';
}

function declaredBy(workspace: string, kinds: string[]): Set<string> {
  const manifest = JSON.parse(read(join(workspace, 'package.json')));
  return new Set([manifest.name, ...kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))]);
}

test('every package that a file imports is declared by its own workspace', () => {
  const imports =
    /^(?:import|export)\b(?:[^'"`;=()]*\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|\bimport\.meta\.resolve\(\s*['"`]([^'"`$]+)/gm;
  const nameOf = (path: string) =>
    /^(?:@[a-z0-9.-]+\/)?[a-z0-9][a-z0-9._-]*(?=$|\/)/.exec(path)?.[0];
  const missing = tracked
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('tests/tidy/'))
    .flatMap((file) => {
      const workspace = workspaceOf(file);
      const test = /\.test\.tsx?$|\/testing\/|(^|\/)(tests|cases|bench)\/|\/bench\.ts$/.test(file);
      const tool = /^web\/(\w+\.config\.ts$|build\/)/.test(file);
      const free = workspace === '' || test || tool || /\/(test-|epp-schemas)[^/]*$/.test(file);
      const kinds = free ? ['dependencies', 'devDependencies'] : ['dependencies'];
      const declared = declaredBy(workspace, kinds);
      return (
        [...read(file).matchAll(imports)]
          .map((match) => nameOf(match[1] ?? match[2] ?? match[3] ?? ''))
          .filter((name) => name !== undefined && !declared.has(name))
          .filter((name) => workspace !== '' || !name?.startsWith('@nameloan/'))
          // k6 provides its own modules.
          .filter((name) => name !== 'k6' || !file.startsWith('tests/load/'))
          .map((name) => `${file}: ${name}`)
      );
    });
  assert.deepEqual([...new Set(missing)], []);
});

test('every path in a document exists', () => {
  const documents = tracked.filter((file) => file.endsWith('.md'));
  const missing = documents.flatMap((file) => {
    const text = read(file);
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => ({
      path: match[1] ?? '',
      from: dirname(file),
    }));
    const named = [
      ...text.matchAll(
        /`((?:packages|apps|services|gateway|sandbox|web|bench|tools|tests|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ].map((match) => ({ path: match[1] ?? '', from: '.' }));
    return [...links, ...named]
      .filter(({ path, from }) => !existsSync(join(root, from, path)))
      .map(({ path }) => `${file}: ${path}`);
  });
  assert.deepEqual(missing, []);
});

test('every service has the same entry files', () => {
  for (const name of readdirSync(join(root, 'services'))) {
    for (const file of [
      'README.md',
      'package.json',
      'src/main.ts',
      'src/config.ts',
      'src/service.ts',
      'src/graphql.ts',
      'src/events.ts',
      'src/jobs.ts',
    ]) {
      assert.ok(existsSync(join(root, 'services', name, file)), `services/${name}/${file}`);
    }
    assert.ok(
      read(`services/${name}/src/main.ts`).split('\n').length <= 40,
      `services/${name}/src/main.ts`,
    );
  }
});
