/** Creates a NOWPayments invoice for a deposit. */

import { z } from 'zod';
import { settings } from '../config.ts';
import type { Deposit, PaymentPage } from '../deposit/deposit.ts';
import { currency } from '../deposit/deposit.ts';
import { serviceContext } from '../service-context.ts';
import { callNowpayments } from './call-nowpayments.ts';

const invoice = z.object({
  id: z.union([z.string().min(1), z.number().int()]).transform(String),
  invoice_url: z.url({ protocol: /^https?$/ }),
});

/** The invoice's order id is the transaction id. Throws NowpaymentsError. */
export async function openInvoice(deposit: Deposit): Promise<PaymentPage> {
  const ipnUrl =
    settings.value.NOWPAYMENTS_IPN_URL ?? `${serviceContext.publicUrl}/api/webhooks/nowpayments`;
  const made = await callNowpayments('/v1/invoice', {
    shape: invoice,
    body: {
      price_amount: deposit.amountCents / 100,
      price_currency: currency,
      order_id: deposit.id,
      order_description: 'Nameloan site balance',
      ipn_callback_url: ipnUrl,
      success_url: `${serviceContext.publicUrl}/app/transactions?deposit=${deposit.id}`,
      cancel_url: `${serviceContext.publicUrl}/app/add-balance?cancelled=${deposit.id}`,
    },
  });
  return { id: made.id, uri: made.invoice_url };
}
