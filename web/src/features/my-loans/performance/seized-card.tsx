/** Domains that came to the reader instead of the money, with their estimate, which is labelled as one. */

import { Link } from 'react-router-dom';
import { formatMoney } from '../../../format/money.ts';
import { formatWorth } from '../../../format/worth.ts';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { PerformanceFragment } from './performance.generated.ts';

export function SeizedCard({ performance }: { performance: PerformanceFragment }) {
  const { seized, seizedLoans } = performance;
  const more = seizedLoans - seized.length;
  return (
    <Card title="Seized domains">
      <ul className="mt-2 divide-y divide-line">
        {seized.map(({ id, unicodeName, amount, seizedAt, domain }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 last:pb-0"
          >
            <span className="min-w-0">
              <Link to={`/app/escrow/${id}`} className="hover:underline">
                <Nameplate name={unicodeName} size="row" />
              </Link>
              <span className="block text-xs text-ink-3">
                {seizedAt && (
                  <>
                    Seized on <Time value={seizedAt} as="day" />
                  </>
                )}
              </span>
            </span>
            <span className="num text-right">
              <span className="font-semibold">{formatMoney(amount)} lent</span>
              <span className="block text-xs text-ink-3">{formatWorth(domain)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-3">
        {more > 0 && `${more} more ${more === 1 ? 'is' : 'are'} in the CSV. `}
        Automated estimate. Not a guarantee. The yield counts these domains as nothing.
      </p>
    </Card>
  );
}
