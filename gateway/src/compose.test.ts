/** The committed languages are what the parts say today. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { composeSupergraph, describeRest, openApiFile, supergraphFile } from './compose.ts';

test('the five services compose, and the committed supergraph is what they compose to', () => {
  const { sdl, errors } = composeSupergraph();
  assert.deepEqual(errors, []);
  assert.equal(sdl, readFileSync(supergraphFile, 'utf8'), 'stale: run npm run supergraph');
});

test('the committed REST description is what table and schema say', async () => {
  const described = await describeRest(readFileSync(supergraphFile, 'utf8'));
  assert.equal(described, readFileSync(openApiFile, 'utf8'), 'stale: run npm run supergraph');
});
