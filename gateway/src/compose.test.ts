/** The committed supergraph and OpenAPI description match the services. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  collectDeclaredFiles,
  composeSupergraph,
  describeRest,
  isCurrent,
  isSameSdl,
  openApiFile,
  supergraphFile,
} from './compose.ts';

test('the five services compose into the committed supergraph', () => {
  const { sdl, errors } = composeSupergraph();
  assert.deepEqual(errors, []);
  const committed = readFileSync(supergraphFile, 'utf8');
  assert.ok(isSameSdl(committed, sdl), 'stale: run npm run supergraph');
  assert.ok(!isSameSdl(committed.replace('Int', 'Float'), sdl));
});

test('the committed OpenAPI description matches the routes and the schema', async () => {
  const described = await describeRest(readFileSync(supergraphFile, 'utf8'));
  assert.ok(described === readFileSync(openApiFile, 'utf8'), 'stale: run npm run supergraph');
});

test('the committed stored operations, declarations and live fields match those of the services', () => {
  for (const { file, text } of collectDeclaredFiles())
    assert.ok(isCurrent(file, text), `${file} is stale: run npm run supergraph`);
});
