/** The folder layout: no import cycles between folders, no crowded folders, no oversized packages. The limits only go down. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { test } from 'node:test';

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

/** `packages/service` of `packages/persistence/src/store.ts`. */
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
  // The service runtime is to be split into packages.
  const limits: Record<string, number> = {
    'packages/service/src': 37,
    'packages/service/src/store': 31,
  };
  const crowded = [...Map.groupBy(sources, dirname)].filter(
    ([folder, files]) => files.length > (limits[folder] ?? 20),
  );
  assert.deepEqual(
    crowded.map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  );
});

test('a package has at most 3,500 lines', () => {
  // The database is one protocol, which has no smaller parts; the service runtime is to be split.
  const limits: Record<string, number> = {
    'packages/embedded-mongo': 12_200,
    'packages/service': 9_000,
  };
  const packaged = sources.filter((file) => packageOf(file) !== undefined);
  const large = [...Map.groupBy(packaged, packageOf)]
    .map(([name = '', files]) => ({
      name,
      lines: files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
    }))
    .filter(({ name, lines }) => lines > (limits[name] ?? 3_500));
  assert.deepEqual(large, []);
});
