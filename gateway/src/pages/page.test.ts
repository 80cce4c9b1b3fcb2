/** The style of the gateway's own pages uses the product's design tokens. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tokens } from '@nameloan/brand/tokens';

test('the style sheet uses only colours from the tokens, and every token that it uses exists', () => {
  const sheet = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  assert.doesNotMatch(sheet, /#[0-9a-f]{3,8}\b(?=[^{]*;)|rgb\(/i);
  const used = [...sheet.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => name);
  assert.ok(used.length > 15);
  for (const name of used) assert.ok(tokens.has(name), name);
});
