/** Generated files that are committed match what they are generated from. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';

test('files generated from services.json and from the declarations of settings are up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/generate-files.ts', '--check'], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
});
