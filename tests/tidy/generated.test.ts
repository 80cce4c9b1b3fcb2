/** Committed files that are generated are up to date, and no other file repeats the list of services. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const names: string[] = JSON.parse(read('services.json')).services.map(
  ({ name }: { name: string }) => name,
);

test('files generated from services.json and from the declarations of settings are up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/generate-files.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('no hand-written file lists the services', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = tracked
    .split('\n')
    .filter((file) => /\.(ts|js|sh|yml|yaml|json)$|Dockerfile$/.test(file))
    .filter((file) => existsSync(join(root, file)))
    // Generated, or of the first release; and what an operator compares, a page loses, a service may request, or the web app calls a service.
    .filter(
      (file) => !/^services\.json$|package(-lock)?\.json$|openapi|upgrade\.heavy\.test/.test(file),
    )
    .filter(
      (file) =>
        !/reconcile\/|contracts\/src\/requests\.ts|service-down\.test|graph\/api-error\.ts$/.test(
          file,
        ),
    );
  const generatedBlock =
    /^ *(?:#|\/\/) generated from services\.json[\s\S]*?(?:#|\/\/) end of .*$/gm;
  const maxDistance = 200;
  /** All services close to each other, in any order. */
  const listsServices = (text: string) => {
    const found = [...text.matchAll(new RegExp(`\\b(${names.join('|')})\\b`, 'g'))];
    return found.some(({ index }) => {
      const near = found.filter((one) => one.index >= index && one.index < index + maxDistance);
      return new Set(near.map(([name]) => name)).size === names.length;
    });
  };
  const places = files.filter((file) => {
    const text = read(file);
    return !/^.*[Gg]enerated from/.test(text) && listsServices(text.replaceAll(generatedBlock, ''));
  });
  assert.deepEqual(places, []);
});
