/** The stored fields of a loan's sales. */

import type { Fields } from '@nameloan/persistence/fields';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { payeeField } from '../payee-fields.ts';
import type { ClosedSale, OpenSale, SoldLoan } from './assignment.ts';
import { liveSaleStatuses } from './assignment.ts';

export const soldFields: Fields<SoldLoan> = {
  sale: nested<OpenSale>({ id: String, status: oneOf(...liveSaleStatuses) }),
  sales: listOf<ClosedSale>({
    id: String,
    sellerId: String,
    sellerName: String,
    buyerId: String,
    day: Date,
    priceCents: BigInt,
    owedCents: BigInt,
    closedAt: Date,
    counted: Number,
    payee: payeeField,
  }),
};
