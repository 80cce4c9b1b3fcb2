/** The folder layout: no import cycles between folders, no crowded folders, no oversized packages. The limits only go down. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { test } from 'node:test';

/** About a page. */
const maxReadmeLines = 80;
const root = resolve(import.meta.dirname, '../..');

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !/\.(test|cases|type-test)\.tsx?$|generated|\.d\.ts$/.test(file))
  .filter((file) => !/^tests\/|\/(testing|cases|tests)\//.test(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** `packages/persistence` of `packages/persistence/src/store.ts`. */
const packageOf = (file: string) => /^packages\/[^/]+/.exec(file)?.[0];

test('folders do not import each other, except a folder and its subfolders', () => {
  const imports = new Map<string, string>();
  for (const file of sources) {
    for (const [, path = ''] of read(file).matchAll(
      /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g,
    )) {
      const target = dirname(normalize(join(dirname(file), path)));
      if (target !== dirname(file)) imports.set(`${dirname(file)} ${target}`, `${file}: ${path}`);
    }
  }
  const mutual = [...imports].filter(([edge]) => {
    const [one = '', other = ''] = edge.split(' ');
    const nested = one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
    return !nested && imports.has(`${other} ${one}`);
  });
  assert.deepEqual(
    mutual.map(([, place]) => place),
    [],
  );
});

test('a folder has at most 20 source files', () => {
  const crowded = [...Map.groupBy(sources, dirname)].filter(([, files]) => files.length > 20);
  assert.deepEqual(
    crowded.map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  );
});

test('a package has at most 3,500 lines', () => {
  // The database is one protocol, which has no smaller parts.
  const limits: Record<string, number> = { 'packages/embedded-mongo': 13_300 };
  const packaged = sources.filter((file) => packageOf(file) !== undefined);
  const large = [...Map.groupBy(packaged, packageOf)]
    .map(([name = '', files]) => ({
      name,
      lines: files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
    }))
    .filter(({ name, lines }) => lines > (limits[name] ?? 3_500));
  assert.deepEqual(large, []);
});

test('a package exports explicit modules, each of which exists', () => {
  const manifests = execFileSync('git', ['ls-files', '*package.json'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /^(packages|apps|services)\/|^(gateway|sandbox|web)\//.test(file));
  const faults = manifests.flatMap((file) => {
    const { exports = {} } = JSON.parse(read(file)) as { exports?: Record<string, string> };
    return Object.entries(exports)
      .filter(([key, path]) => key.includes('*') || !existsSync(join(root, dirname(file), path)))
      .map(([key]) => `${file}: ${key}`);
  });
  assert.ok(manifests.length > 15);
  assert.deepEqual(faults, []);
});

test('every package and app has a README of at most a page', () => {
  const folders = execFileSync(
    'git',
    ['ls-files', 'packages/*/package.json', 'apps/*/package.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '')
    .map(dirname);
  const missing = folders.filter((folder) => !existsSync(join(root, folder, 'README.md')));
  assert.deepEqual(missing, []);
  for (const folder of folders)
    assert.ok(read(`${folder}/README.md`).split('\n').length <= maxReadmeLines, folder);
});
