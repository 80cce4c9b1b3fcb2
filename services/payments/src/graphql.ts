/** Door 1, people: field → use case. */

import { balanceFields } from './balance/balance.fields.ts';
import { dashboardFields } from './dashboard/dashboard.fields.ts';
import type { People } from './graphql.generated.ts';
import { transactionFields } from './transaction/transaction.fields.ts';

export const people: People = {
  ...balanceFields,
  ...transactionFields,
  ...dashboardFields,
  Query: { ...transactionFields.Query, ...dashboardFields.Query },
};
