/** The first steps of a new account on both paths, ticked by what its records show. */

import type { MilestonesFragment, NewAccountFragment } from './first-steps.generated.ts';
import type { PortfolioFragment } from './portfolio.generated.ts';

export interface FirstStep {
  label: string;
  to: string;
  done: boolean;
}

export interface FirstPath {
  title: string;
  steps: FirstStep[];
  finished: boolean;
}

export interface AccountRecords {
  self: NewAccountFragment;
  domains: PortfolioFragment;
  milestones: MilestonesFragment;
}

interface Planned extends Omit<FirstStep, 'done'> {
  seen: boolean;
}

/** A step implies those before it, even if the record of one is gone. */
function buildPath(title: string, planned: readonly Planned[]): FirstPath {
  const lastSeen = planned.findLastIndex(({ seen }) => seen);
  const steps = planned.map(({ label, to }, index) => ({ label, to, done: index <= lastSeen }));
  return { title, steps, finished: lastSeen === planned.length - 1 };
}

export function listFirstPaths({ self, domains, milestones }: AccountRecords): FirstPath[] {
  const { listed, offered, borrowed, lent } = milestones;
  const isVerified = domains.byStatus.some(
    ({ status, count }) => status !== 'EXTERNAL_UNVERIFIED' && count > 0,
  );
  const hasAddress = Boolean(self.address1 && self.city && self.country);
  return [
    buildPath('Borrow against a domain', [
      { label: 'Add a domain', to: '/app/my-domains?add', seen: domains.count > 0 },
      { label: 'Verify it by DNS', to: '/app/my-domains', seen: isVerified },
      { label: 'List it for a loan', to: '/app/my-domains', seen: listed },
      { label: 'Accept an offer', to: '/app/borrow#offers', seen: borrowed },
    ]),
    buildPath('Lend and earn interest', [
      { label: 'Browse listings', to: '/app/listings', seen: offered },
      { label: 'Make an offer', to: '/app/listings', seen: offered },
      {
        label: 'Choose your agreement and address',
        to: '/app/settings',
        seen: lent || (offered && hasAddress),
      },
    ]),
  ];
}
