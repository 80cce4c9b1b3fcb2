/** Style sheets take their colours from the design tokens. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('no colour is defined outside the token file', () => {
  for (const file of ['base.css', 'overlays.css'])
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(
      /#(?!fff\b)[0-9a-f]{3,8}\b|rgb\(/i,
    );
});
