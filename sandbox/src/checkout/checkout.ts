/** The state machine of one payment page at a provider. Pure. */

import { conflict } from '../http/control-error.ts';
import type { Checkout, CheckoutStatus } from '../records.ts';

/** An action of the payer, the provider, the payer's bank or a timeout. */
export type CheckoutAction =
  | 'pay'
  | 'payLater'
  | 'payPart'
  | 'payOver'
  | 'cancel'
  | 'fail'
  | 'expire'
  | 'refund'
  | 'dispute'
  | 'win'
  | 'lose';

type Transitions = Partial<Record<CheckoutAction, Partial<Record<CheckoutStatus, CheckoutStatus>>>>;

const transitions: Record<Checkout['provider'], Transitions> = {
  stripe: {
    pay: { open: 'paid', processing: 'paid' },
    payLater: { open: 'processing' },
    fail: { open: 'failed', processing: 'failed' },
    cancel: { open: 'cancelled' },
    expire: { open: 'expired' },
    refund: { paid: 'refunded', disputed: 'refunded' },
    dispute: { paid: 'disputed' },
    win: { disputed: 'paid' },
    lose: { disputed: 'lost' },
  },
  nowpayments: {
    pay: { open: 'paid', partially_paid: 'paid' },
    payPart: { open: 'partially_paid' },
    payOver: { open: 'paid', partially_paid: 'paid' },
    fail: { open: 'failed', partially_paid: 'failed' },
    cancel: { open: 'cancelled' },
    expire: { open: 'expired' },
    refund: { paid: 'refunded', partially_paid: 'refunded' },
  },
};

/** The actions that are allowed in the current status. */
export function allowedActions(checkout: Checkout): CheckoutAction[] {
  const byAction = transitions[checkout.provider];
  return (Object.keys(byAction) as CheckoutAction[]).filter(
    (action) => byAction[action]?.[checkout.status],
  );
}

/** The status after an action. Throws 409 when the action is not allowed. */
export function nextStatus(checkout: Checkout, action: CheckoutAction): CheckoutStatus {
  const next = transitions[checkout.provider][action]?.[checkout.status];
  if (next) return next;
  throw conflict(`This checkout is ${checkout.status}; ${action} is not possible now.`);
}
