/** Guards of the sale of a loan, and of a seizure while its price is paid. */

import { maxSales } from '../../../loan/assignment/assignment.ts';
import { hasOpenPayment } from '../../stage.ts';
import { amendmentGuards } from '../amendment/amendment-guards.ts';
import type { Guard } from '../guards.ts';
import { buildGuard, fail, guards } from '../guards.ts';
import { paymentGuards } from '../payment/payment-guards.ts';
import { refinanceGuards } from '../refinance/refinance-guards.ts';

/** The buyer says that the price was paid: the lender does not get the domain as well. */
export const noPaidSale: Guard = ({ sale }) => {
  if (sale?.status === 'SENT')
    return fail(
      'SALE_OPEN',
      'The buyer of this loan says that the price was sent. Confirm or deny that first.',
    );
  if (sale?.status === 'DISPUTED')
    return fail('SALE_OPEN', 'An operator decides about the sale of this loan first.');
  return null;
};

const sealed = buildGuard(
  ({ sealedAt, unsealedAmendments }) => sealedAt !== null && !unsealedAmendments?.length,
  'NOT_SIGNED',
  'The contract or an amendment is not signed and sealed yet.',
);

const noOpenPayment = buildGuard(
  (escrow) => !hasOpenPayment(escrow),
  'PAYMENT_OPEN',
  'A payment of the borrower waits for the lender’s answer. The lender confirms or denies it first.',
);

const salesLeft = buildGuard(
  ({ sales }) => (sales?.length ?? 0) < maxSales,
  'TOO_MANY_SALES',
  `This loan has been sold ${maxSales} times, the maximum.`,
);

/** Checked at each step of a sale and at its closing. */
export const saleGuards: readonly Guard[] = [
  guards.receiptConfirmed,
  guards.custodyHeld,
  paymentGuards.debtLeft,
  guards.noOpenClaim,
  noOpenPayment,
  amendmentGuards.noLiveAmendment,
  refinanceGuards.notReplaced,
  refinanceGuards.surplusAnswered,
  sealed,
  salesLeft,
];

/** Only what the buyer marked as sent can close. */
export const pricePaid = buildGuard(
  ({ sale }) => sale?.status === 'SENT' || sale?.status === 'DISPUTED',
  'NO_SALE',
  'No sale of this loan waits for its price.',
);
