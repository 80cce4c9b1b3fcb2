/** Where the payer meets the provider, and where the provider sends the payer afterwards. */

import type { Checkout } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** The page of a checkout, on the control port. */
export function payerUrl(world: SandboxContext, checkout: Checkout): string {
  return `${world.controlUrl}/pay/${checkout.id}`;
}

/** Where the payer goes on; Stripe puts the session's id where the product left its mark for it. */
export function returnUrl(checkout: Checkout, paid: boolean): string | null {
  const url = paid ? checkout.successUrl : (checkout.cancelUrl ?? checkout.successUrl);
  return url?.replaceAll('{CHECKOUT_SESSION_ID}', checkout.id) ?? null;
}
