/** What a check says about DNSSEC: a validated zone is named, and invalid signatures are shown as a failure. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { buildDomain } from '../testing/some-domain.ts';
import { ProofAttempts } from './proof-attempts.tsx';
import type { ProofFragment } from './verify-dialog.generated.ts';

const show = (outcome: string, validation: string | null) => {
  const attempt = { at: '2026-11-22T09:00:00.000Z', outcome, detail: 'Seen.', validation };
  const domain = buildDomain({ verificationAttempts: [attempt] }) as unknown as ProofFragment;
  const { container, unmount } = render(<ProofAttempts proof={domain} />);
  const text = container.textContent ?? '';
  unmount();
  return text;
};

test('a validated zone is named, whether its record is there or not', () => {
  expect(show('FOUND', 'SECURE')).toMatch(/^Record found.*Zone signed and validated/);
  expect(show('MISSING', 'SECURE')).toMatch(/^Not there yet.*Zone signed and validated/);
  for (const validation of ['INSECURE', 'UNKNOWN', null])
    expect(show('FOUND', validation)).not.toMatch(/validated/);
});

test('invalid signatures are a clear failure', () => {
  expect(show('UNKNOWN', 'BOGUS')).toMatch(/^Invalid DNSSEC signatures/);
  expect(show('UNKNOWN', 'UNKNOWN')).toMatch(/^Inconclusive/);
  expect(screen.queryByText('Invalid DNSSEC signatures')).toBeNull();
});
