/** The estimated value of a domain: its range with the loan, and its factors. */

import { formatLtv } from '../../format/ltv.ts';
import { formatEstimate } from '../../format/money.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Time } from '../../ui/display/time.tsx';
import { ValueBar } from '../../ui/display/value-bar.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { EstimateFragment } from './estimate-card.generated.ts';

export interface EstimateCardProps {
  /** Null until the domain is appraised. */
  estimate: EstimateFragment | null;
  /** The owner's own figure; no LTV is derived from it. */
  ownerValueCents: number | null;
  /** Of the calculator; undefined while its input is not a valid loan. */
  amountCents: number | undefined;
}

export function EstimateCard({ estimate, ownerValueCents, amountCents }: EstimateCardProps) {
  return (
    <Card title="Estimated value">
      <Stat value={formatEstimate(estimate?.mid)} />
      {estimate ? (
        <Range estimate={estimate} amountCents={amountCents} />
      ) : (
        <p className="mt-1 text-ink-2">There is no estimate for this name yet.</p>
      )}
      {ownerValueCents != null && (
        <p className="mt-3 border-t border-line pt-3 text-ink-2">
          Owner’s figure: {formatEstimate(ownerValueCents)}. Not an estimate; we don’t check it.
        </p>
      )}
    </Card>
  );
}

const ltvHint = 'Loan to value: the loan as a share of the estimate, here of its low end.';

function Range({
  estimate,
  amountCents,
}: Pick<EstimateCardProps, 'amountCents'> & { estimate: EstimateFragment }) {
  const { low, factors, appraisedAt } = estimate;
  const ltvOfLow = formatLtv(amountCents, low);
  return (
    <>
      <ValueBar estimate={estimate} loanCents={amountCents} caption="range" className="mt-2" />
      {ltvOfLow && (
        <Facts
          layout="list"
          items={[{ label: 'LTV (low estimate)', hint: ltvHint, value: ltvOfLow }]}
          className="mt-2"
        />
      )}
      <h3 className="mt-3 border-t border-line pt-4 font-semibold">Based on</h3>
      <ul className="mt-1.5 space-y-1.5 text-xs text-ink-2">
        {factors.map(({ name, text }) => (
          <li key={name}>
            <span className="font-semibold text-ink capitalize">{name}</span> {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-xs text-ink-3">
        Automated estimate, <Time value={appraisedAt} as="day" />. Not a guarantee.
      </p>
    </>
  );
}
