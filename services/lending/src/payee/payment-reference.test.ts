/** Payment references: stable, unique in each direction, and by ISO 11649 with check digits. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveReference, toCreditorReference } from './payment-reference.ts';

test('references have the check digits of ISO 11649', () => {
  assert.equal(toCreditorReference('539007547034'), 'RF18539007547034');
  assert.equal(toCreditorReference('NL7K2Q9D4M'), 'RF45NL7K2Q9D4M');
  assert.equal(toCreditorReference('2012345678'), 'RF272012345678');
});

test('the reference depends on the loan, the direction and the attempt, and has no letters that look like others', () => {
  const references = ['e1', 'e2'].flatMap((escrowId) =>
    (['BORROWER', 'LENDER'] as const).flatMap((party) =>
      [0, 1].map((attempt) => deriveReference({ escrowId, party }, attempt)),
    ),
  );
  assert.equal(new Set(references).size, 8);
  for (const reference of references) assert.match(reference, /^NL[0-9A-HJKMNP-TV-Z]{8}$/);
  assert.equal(deriveReference({ escrowId: 'e1', party: 'LENDER' }), 'NLXFSZWZ2G');
});
