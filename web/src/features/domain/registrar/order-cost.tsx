/** The cost of a registry order, the balance that pays it, and a link to add what is missing. */

import { formatMoney } from '../../../format/money.ts';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import type { Order } from './use-order.ts';

export interface OrderCostProps {
  order: Order;
  /** "Transfer fee". */
  label: string;
}

const note = 'mt-3 text-xs text-ink-2';

export function OrderCost({ order, label }: OrderCostProps) {
  const { feeCents, balanceCents, missingCents } = order;
  const fee = feeCents === undefined ? 'Checking price…' : formatMoney(feeCents);
  return (
    <div className="mt-5 rounded-lg border border-line px-4 py-2">
      <Facts
        layout="list"
        items={[
          { label, value: fee },
          {
            label: 'Your balance',
            value: balanceCents === null ? 'Unavailable' : formatMoney(balanceCents),
          },
        ]}
      />
      <div aria-live="polite">
        {order.changed && (
          <p className={note}>The price has changed to {fee}. Nothing was charged.</p>
        )}
        {order.premium === true && (
          <p className={note}>This is a premium name with its own registry price.</p>
        )}
        {order.unconfirmed === true && (
          <p className={note}>
            The registry isn’t responding right now. You’ll be charged at most {fee}.
          </p>
        )}
        {missingCents > 0 && (
          <p className="my-2 rounded-md bg-amber-bg px-3 py-2 font-medium text-amber">
            You need {formatMoney(missingCents)} more.{' '}
            <TextLink to="/app/add-balance" newTab>
              Add Balance
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}
