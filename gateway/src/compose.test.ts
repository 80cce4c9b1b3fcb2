/** The committed languages are what the parts say today. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  composeSupergraph,
  describeRest,
  openApiFile,
  isSameSdl,
  supergraphFile,
} from './compose.ts';

test('the five services compose, and the committed supergraph is what they compose to', () => {
  const { sdl, errors } = composeSupergraph();
  assert.deepEqual(errors, []);
  const committed = readFileSync(supergraphFile, 'utf8');
  assert.ok(isSameSdl(committed, sdl), 'stale: run npm run supergraph');
  assert.ok(!isSameSdl(committed.replace('Int', 'Float'), sdl));
});

test('the committed REST description is what table and schema say', async () => {
  const described = await describeRest(readFileSync(supergraphFile, 'utf8'));
  assert.ok(described === readFileSync(openApiFile, 'utf8'), 'stale: run npm run supergraph');
});
