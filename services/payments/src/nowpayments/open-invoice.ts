/** Makes the page at NOWPayments on which a deposit is paid in cryptocurrency. */

import { z } from 'zod';
import { settings } from '../config.ts';
import type { Deposit, OpenedPage } from '../deposit/deposit.ts';
import { currency } from '../deposit/deposit.ts';
import { kit } from '../kit.ts';
import { callNowpayments } from './call-nowpayments.ts';

const invoice = z.object({
  id: z.union([z.string().min(1), z.number().int()]).transform(String),
  invoice_url: z.url({ protocol: /^https?$/ }),
});

/** The invoice carries the transaction's id as its order. Throws NowpaymentsFailed. */
export async function openInvoice(deposit: Deposit): Promise<OpenedPage> {
  const ipnUrl = settings.value.NOWPAYMENTS_IPN_URL ?? `${kit.publicUrl}/api/webhooks/nowpayments`;
  const made = await callNowpayments('/v1/invoice', {
    shape: invoice,
    body: {
      price_amount: deposit.amountCents / 100,
      price_currency: currency,
      order_id: deposit.id,
      order_description: 'Nameloan site balance',
      ipn_callback_url: ipnUrl,
      success_url: `${kit.publicUrl}/app/transactions?deposit=${deposit.id}`,
      cancel_url: `${kit.publicUrl}/app/add-balance?cancelled=${deposit.id}`,
    },
  });
  return { id: made.id, uri: made.invoice_url };
}
