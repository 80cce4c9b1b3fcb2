/** NOWPayments' invoices, payments and callbacks in the provider's format. Pure. */

import type { CheckoutAction } from '../checkout/checkout.ts';
import type { Checkout, CheckoutStatus, NowpaymentsCheckout } from '../records.ts';

/** A stablecoin, so that amounts in coin and in dollars are equal. */
const coin = 'usdttrc20';
const address = 'TSandboxSandboxSandboxSandboxSandb';

const statuses: Record<CheckoutStatus, string> = {
  open: 'waiting',
  processing: 'confirming',
  partially_paid: 'partially_paid',
  paid: 'finished',
  failed: 'failed',
  cancelled: 'expired',
  expired: 'expired',
  refunded: 'refunded',
  disputed: 'finished',
  lost: 'finished',
};

/** The provider's name for a checkout's status. */
export function paymentStatus(checkout: NowpaymentsCheckout): string {
  return statuses[checkout.status];
}

/** The statuses of the callbacks after an action, in order. */
export function ipnStatuses(before: Checkout, action: CheckoutAction): string[] {
  const first = before.status === 'open' ? ['waiting'] : [];
  switch (action) {
    case 'pay':
    case 'payOver':
      return [...first, 'confirming', 'finished'];
    case 'payPart':
      return [...first, 'confirming', 'partially_paid'];
    case 'fail':
      return ['failed'];
    case 'cancel':
    case 'expire':
      return ['expired'];
    case 'refund':
      return ['refunded'];
    case 'payLater':
    case 'dispute':
    case 'win':
    case 'lose':
      return [];
  }
}

/** The body of a callback, and of GET /v1/payment/{id}. Amounts are JSON numbers in dollars. */
export function paymentBody(
  checkout: NowpaymentsCheckout,
  status: string,
): Record<string, unknown> {
  const received = ['waiting', 'expired', 'failed'].includes(status) ? 0 : checkout.actuallyPaid;
  return {
    payment_id: Number(checkout.paymentId),
    parent_payment_id: null,
    invoice_id: Number(checkout.id),
    payment_status: status,
    pay_address: address,
    payin_extra_id: null,
    price_amount: checkout.priceAmount,
    price_currency: checkout.currency,
    pay_amount: checkout.priceAmount,
    actually_paid: received,
    actually_paid_at_fiat: received,
    pay_currency: coin,
    order_id: checkout.reference,
    order_description: checkout.description,
    purchase_id: checkout.paymentId,
    outcome_amount: status === 'finished' ? received : null,
    outcome_currency: coin,
    fee: { currency: coin, depositFee: 0, withdrawalFee: 0, serviceFee: 0 },
    created_at: checkout.createdAt,
    updated_at: checkout.updatedAt,
  };
}

/** The response to POST /v1/invoice. */
export function invoiceBody(
  checkout: NowpaymentsCheckout,
  pageUrl: string,
): Record<string, unknown> {
  return {
    id: checkout.id,
    token_id: checkout.paymentId,
    order_id: checkout.reference,
    order_description: checkout.description,
    price_amount: String(checkout.priceAmount),
    price_currency: checkout.currency.toUpperCase(),
    pay_currency: null,
    ipn_callback_url: checkout.ipnUrl,
    invoice_url: pageUrl,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    created_at: checkout.createdAt,
    updated_at: checkout.updatedAt,
    is_fixed_rate: false,
    is_fee_paid_by_user: false,
  };
}
