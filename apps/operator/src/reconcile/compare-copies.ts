/** Compares domains with lending's copies, whose versions decide which events still count there. Pure. */

import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

export function compareCopies({ domains, collaterals, loans }: Snapshot): Finding[] {
  const custody = new Map([...loans.values()].map((loan) => [loan.domainId, loan.custodyVersion]));
  return [...domains.values()].flatMap((domain) => {
    const { id: domainId, name, version, active } = domain;
    const copy = collaterals.get(domainId);
    const above = Math.max(copy?.version ?? 0, custody.get(domainId) ?? 0);
    const same = copy?.ownerId === domain.accountId && (copy.midCents ?? null) === domain.midCents;
    if (above <= version && (same || !active)) return [];
    const sentence =
      above > version
        ? `${name} (domain ${domainId}) is in version ${version}, and lending knows version ${above}.`
        : `${name} (domain ${domainId}) differs between domains and lending.`;
    const repair = { service: 'domains', what: 'republish-domain', input: { domainId, above } };
    return [{ key: `domain ${domainId} ${version} ${above}`, sentence, repair }];
  });
}
