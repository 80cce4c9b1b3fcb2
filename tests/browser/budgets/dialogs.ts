/** The dialogs of the app with the demo data: the page that opens each, and the button. */

import type { Page } from 'playwright-core';

export interface DialogOpening {
  /** Name in pictures; must stay stable. */
  name: string;
  /** Name of the page in `pages.ts`. */
  page: string;
  button: RegExp;
}

export const dialogs: DialogOpening[] = [
  { name: 'add-domain', page: 'my-domains', button: /^Add New$/ },
  { name: 'create-listing', page: 'my-domains', button: /^Get Loan/ },
  { name: 'transfer-in', page: 'my-domains', button: /^Transfer In/ },
  { name: 'verify-domain', page: 'my-domains', button: /^Verify/ },
  { name: 'make-offer', page: 'app-listings', button: /^Make Offer/ },
  { name: 'accept-offer', page: 'borrow', button: /^Accept/ },
  { name: 'deny-offer', page: 'borrow', button: /^Deny/ },
  { name: 'rescind-offer', page: 'lend', button: /^Rescind/ },
  { name: 'sign', page: 'loan-signing', button: /^Sign$/ },
  { name: 'cancel-loan', page: 'loan-signing', button: /^Cancel$/ },
  { name: 'choose-payee', page: 'loan-signing', button: /^Choose another$/ },
  { name: 'claim-repaid', page: 'loan-active', button: /^Claim Repaid$/ },
  { name: 'give-up-domain', page: 'loan-active', button: /^Finalize$/ },
  { name: 'renew', page: 'loan-active', button: /^Renew$/ },
  { name: 'settle', page: 'loan-disputed', button: /^Settle$/ },
  { name: 'change-email', page: 'settings', button: /^Change Email$/ },
  { name: 'add-payee', page: 'settings', button: /^Add Payee$/ },
  { name: 'set-up-mfa', page: 'settings', button: /^Set up MFA$/ },
];

export async function openDialog(page: Page, { button }: DialogOpening): Promise<void> {
  const dialog = page.getByRole('dialog');
  // A loan that waits for the reader's signature shows a dialog at once.
  if (await dialog.isVisible()) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.locator('main').getByRole('button', { name: button }).first().click();
  await dialog.waitFor();
}
