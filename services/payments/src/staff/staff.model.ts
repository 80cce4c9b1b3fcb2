/** Payments' copy of who is an operator, by account. */

import { defineModel } from '../service-context.ts';

export interface Staff {
  /** The account's. */
  id: string;
  version: number;
  /** Version of the account that this copy shows; an older fact is ignored. */
  accountVersion: number;
  operator: boolean;
}

export const staff = defineModel<Staff>('staff', {
  label: 'account',
  fields: { version: Number, accountVersion: Number, operator: Boolean },
});
