/** What a decision is about: the domain, the figures, and its consequence in one sentence. */

import clsx from 'clsx';
import type { Fact } from '../display/facts.tsx';
import { Facts } from '../display/facts.tsx';
import { Nameplate } from '../display/nameplate.tsx';

export interface DecisionProps {
  /** For display. */
  domain: string;
  /** At most seven, the decisive one first. */
  facts?: readonly Fact[];
  /** What the reader must have done before. */
  before?: string | undefined;
  /** The consequence. */
  effect: string;
}

export function Decision({ domain, facts = [], before, effect }: DecisionProps) {
  const listed = facts.length > 0;
  return (
    <>
      <Nameplate name={domain} size="row" className="mb-1 block text-ink" />
      {before !== undefined && <p>{before}</p>}
      {listed && <Facts layout="list" lead items={facts} className="my-2" />}
      <p className={clsx(listed && 'font-semibold text-ink')}>{effect}</p>
    </>
  );
}
