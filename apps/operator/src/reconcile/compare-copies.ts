/** Compares domains with lending's copies; lending ignores events with a version below its copy's. Pure. */

import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

export function compareCopies({ domains, collaterals, loans }: Snapshot): Finding[] {
  const custody = new Map([...loans.values()].map((loan) => [loan.domainId, loan.custodyVersion]));
  return [...domains.values()].flatMap((domain) => {
    const { id: domainId, name, version, active } = domain;
    const copy = collaterals.get(domainId);
    const latest = Math.max(copy?.version ?? 0, custody.get(domainId) ?? 0);
    const isSame =
      copy?.ownerId === domain.accountId && (copy.midCents ?? null) === domain.midCents;
    if (latest <= version && (isSame || !active)) return [];
    const sentence =
      latest > version
        ? `${name} (domain ${domainId}) has version ${version}, but lending knows version ${latest}.`
        : `${name} (domain ${domainId}) differs between domains and lending.`;
    const repair = {
      service: 'domains',
      name: 'republish-domain',
      input: { domainId, above: latest },
    };
    return [{ key: `domain ${domainId} ${version} ${latest}`, sentence, repair }];
  });
}
