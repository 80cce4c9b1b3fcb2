/** The contract of a loan that repays another one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terms } from '../../testing/contracts.ts';
import { buildAgreementSections } from './standard-agreement.ts';

test('the contract of a refinancing ends with the direction to pay, and every other contract stays as it is', () => {
  const refinances = { escrowId: 'loan-7', lenderName: 'Olaf Old' };
  const plain = buildAgreementSections(terms);
  const sections = buildAgreementSections({ ...terms, refinances });
  assert.deepEqual(sections.slice(0, -1), plain);
  const text = JSON.stringify(sections.at(-1));
  assert.match(text, /from Olaf Old .*number loan-7/);
  assert.match(text, /Direction to pay.*at most US \$900\.50/);
  assert.match(text, /within 10 days of the last signature/);
});
