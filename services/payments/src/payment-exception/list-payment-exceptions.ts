/** Lists the payment exceptions that wait for an operator, oldest first. */

import type { PageRequest } from '@nameloan/persistence/reads/page';
import { checkPage, countPages, toSkipAndLimit } from '@nameloan/persistence/reads/page';
import { paymentExceptions } from './payment-exception.model.ts';
import type { PaymentException } from './payment-exception.ts';

export interface PaymentExceptionPage {
  payments: PaymentException[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** INVALID_INPUT for an invalid page or limit. */
export async function listPaymentExceptions(request: PageRequest): Promise<PaymentExceptionPage> {
  checkPage(request);
  const waiting = { status: 'WAITING' } as const;
  const [payments, total] = await Promise.all([
    paymentExceptions.findMany(waiting, {
      sort: { createdAt: 1, _id: 1 },
      ...toSkipAndLimit(request),
    }),
    paymentExceptions.count(waiting),
  ]);
  return { payments, pages: countPages(total, request), total };
}
