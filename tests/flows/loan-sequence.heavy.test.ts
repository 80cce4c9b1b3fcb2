/** The sequence diagram in the documents is what happens in the product. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sequencePage } from '../../tools/diagrams/draw-sequence.ts';
import { recordLoan, sequenceFile } from './environment/record-loan.ts';

test('a loan from the offer to the confirmed receipt takes the documented calls, events and jobs', async () => {
  const page = sequencePage(await recordLoan());
  assert.equal(page, readFileSync(sequenceFile, 'utf8'), 'run record-loan.ts --write');
});
