/** Plans of loans as tests show them. */

import type { PlanRecord } from '../ui/plan/plan-record.ts';

/** One payment at the end, without extras. */
export const onePayment: PlanRecord = {
  plan: 'BULLET',
  period: null,
  instalments: null,
  balloonOf: null,
  rows: null,
  early: 'KEEP_AMOUNT',
  lateFee: 0,
  lateFeeCap: null,
  defaultRate: 0,
};

export const monthlyPayments: PlanRecord = {
  ...onePayment,
  plan: 'INSTALMENTS',
  period: 'MONTH',
  instalments: 12,
};
