/** The gateway's own pages use the web app's colours, although the gateway imports no file of the web app. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const tokens = (file: string) =>
  new Map(
    [
      ...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/^ {2}--([\w-]+): (.*);$/gm),
    ].map(([, name, value]) => [name, value]),
  );

test('the colour tokens equal the web app’s', () => {
  const gatewayTokens = tokens('./page.css');
  const webTokens = tokens('../../../web/src/ui/tokens.css');
  assert.ok(gatewayTokens.size > 15);
  for (const [name, value] of gatewayTokens) assert.equal(value, webTokens.get(name), name);
});
