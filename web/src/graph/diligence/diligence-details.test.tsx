/** A diligence report shows its warnings first, and what is unknown or withheld as such. */

import { expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { DiligenceReportFragment } from './diligence.generated.ts';
import { DiligenceDetails } from './diligence-details.tsx';

const report: DiligenceReportFragment = {
  asOf: '2026-11-20T12:00:00.000Z',
  source: 'rdap.registry.example',
  registrar: { name: 'Other Registrar', ianaId: 9999 },
  registeredAt: '2025-11-20T12:00:00.000Z',
  expiresAt: '2027-06-20T12:00:00.000Z',
  registryExpiresAt: '2028-06-20T12:00:00.000Z',
  lastTransferAt: null,
  statuses: [],
  nameservers: ['ns1.example.net'],
  dnssec: 'UNSIGNED',
  unknown: ['statuses'],
  withheld: [],
  sources: {
    registrar: 'rdap.registry.example',
    registeredAt: 'rdap.registry.example',
    expiresAt: 'rdap.registrar.example',
    lastTransferAt: 'rdap.registry.example',
    statuses: null,
    nameservers: 'rdap.registry.example',
    dnssec: 'rdap.registry.example',
  },
  changes: [
    { at: '2026-11-20T12:00:00.000Z', field: 'registrar', from: 'Alpha', to: 'Other Registrar' },
  ],
  notes: [{ code: 'HOLD', blocks: true, message: 'It is on hold.' }],
};

const show = (overrides: Partial<DiligenceReportFragment> = {}) =>
  render(
    <DiligenceDetails
      name="example.com"
      report={{ ...report, ...overrides }}
      loans={{ repaid: 2, defaulted: 1 }}
    />,
  );
const shown = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

test('values, their other source, and what is unknown', () => {
  show();
  expect(screen.getByText('It is on hold.')).toBeVisible();
  expect(shown('Registrar')).toBe('Other Registrar, IANA 9999');
  expect(shown('Registered until')).toMatch(/2027.*rdap\.registrar\.example$/);
  expect(shown('Last transfer')).toBe('Never');
  expect(shown('Status')).toBe('Unknown');
  expect(shown('DNSSEC')).toBe('Not signed');
  expect(shown('Earlier loans here')).toBe('2 repaid, 1 defaulted');
});

test('what the owner’s file says is named so, and only where the report has no value', () => {
  render(
    <DiligenceDetails
      name="example.com"
      report={{ ...report, unknown: ['expires_at', 'statuses'] }}
      loans={null}
      hints={{ expiresOn: '2031-05-04', registrar: 'Old Registrar' }}
    />,
  );
  expect(shown('Registrar')).toBe('Other Registrar, IANA 9999');
  expect(shown('Registered until')).toBe('May 4, 2031From your file');
  expect(shown('Status')).toBe('Unknown');
});

test('a reason against a loan and a warning differ in words', () => {
  const young = { code: 'YOUNG', blocks: false, message: 'It is new.' } as const;
  show({ notes: [young, ...report.notes] });
  const listed = (name: string) => screen.getByRole('list', { name }).textContent;
  expect(listed('Can’t secure a loan')).toBe('It is on hold.');
  expect(listed('Note')).toBe('It is new.');
});

test('the registry’s own end is shown where it is another day', () => {
  show();
  expect(shown('Expires at the registry')).toMatch(/2028/);
  cleanup();
  show({ registryExpiresAt: report.expiresAt });
  expect(screen.queryByText('Expires at the registry')).toBeNull();
});

test('a withheld value is withheld, and the note has source and time', () => {
  show({ withheld: ['nameservers'], nameservers: [] });
  expect(shown('Nameservers')).toBe('Withheld');
  screen.getByText(/rdap\.registry\.example,/);
});

test('changes name the field and both values', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const dnssec = { at, field: 'dnssec', from: 'SIGNED', to: 'UNSIGNED' };
  show({ changes: [...report.changes, dnssec] });
  const [change, signing] = within(
    screen.getByRole('list', { name: 'Changes', hidden: true }),
  ).getAllByRole('listitem', { hidden: true });
  expect(change).toHaveTextContent(/Registrar: Alpha → Other Registrar/);
  expect(signing).toHaveTextContent(/DNSSEC: Signed → Not signed/);
});

test('links lead to the web archive and to dispute cases, in a new tab without an opener', () => {
  show();
  for (const [name, url] of [
    [/^Web archive/, 'https://web.archive.org/web/*/example.com'],
    [/^Dispute cases/, 'https://www.wipo.int/amc/en/domains/search/'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', url);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noreferrer');
  }
});
