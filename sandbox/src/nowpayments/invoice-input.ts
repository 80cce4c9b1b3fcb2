/** Schema of an invoice request. A separate module, so that zod is loaded only with the first request. */

import { z } from 'zod';

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** NOWPayments accepts more fields than the product sends, so unknown fields are allowed. */
export const invoiceInput = z.object({
  price_amount: z.number().positive().max(10_000_000),
  price_currency: z.string().regex(/^[a-z]{3}$/i, 'a currency has three letters'),
  order_id: z.string().max(255).optional(),
  order_description: z.string().max(500).optional(),
  ipn_callback_url: webAddress.optional(),
  success_url: webAddress.optional(),
  cancel_url: webAddress.optional(),
});
