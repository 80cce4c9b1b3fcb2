/** Test calls of operators about legal holds. */

import { now } from '@nameloan/runtime/clock';
import type { TestDomains } from './start-domains.ts';

/** Operators who are a party to nothing. */
export const staff = ['olive', 'oscar'] as const;

export async function addStaff(s: TestDomains): Promise<void> {
  for (const accountId of staff)
    await s.deliver(
      'identity.account.changed',
      { accountId, operator: true },
      { aggregateId: accountId, version: 2 },
    );
}

const fields =
  'id domain kind caseId deadline lockedAt disclosed placedAt liftRequestedAt liftRequestedByYou liftedAt';

export const placeHold = (
  s: TestDomains,
  domain: string,
  { as = staff[0], ...overrides }: { as?: string; [field: string]: unknown } = {},
) =>
  s.as(as)(
    `mutation ($domain: ID!, $kind: LegalHoldKind!, $caseId: String!, $provider: String!, $receivedAt: DateTime, $note: String, $disclosed: Boolean) {
      hold: placeLegalHold(domain: $domain, kind: $kind, caseId: $caseId, provider: $provider, receivedAt: $receivedAt, note: $note, disclosed: $disclosed) { ${fields} }
    }`,
    {
      ...{ domain, kind: 'UDRP', caseId: 'D2026-1234', provider: 'WIPO' },
      ...{ receivedAt: now().toISOString(), disclosed: true },
      ...overrides,
    },
  );

export const liftHold = (s: TestDomains, domain: string, as: string = staff[0]) =>
  s.as(as)(`mutation ($domain: ID!) { hold: liftLegalHold(domain: $domain) { ${fields} } }`, {
    domain,
  });

/** By both operators. */
export async function liftByTwo(s: TestDomains, domain: string): Promise<void> {
  await liftHold(s, domain, staff[0]);
  await liftHold(s, domain, staff[1]);
  await s.settle();
}
