/** What notifications shows when parts are compared: its copies of accounts. They are mended by identity's word. */

import type { Page } from '@nameloan/service/reconcile-door.ts';
import { recipients } from '../recipient/recipient.model.ts';

/** The copy as far as identity's facts make it. */
export type RecipientRow = Awaited<ReturnType<typeof readRecipients>>[number];

async function readRecipients({ filter, options }: Page) {
  const found = await recipients.findMany(filter, options);
  return found.map(({ id, accountVersion, name, email, operator }) => {
    return { id, accountVersion, facts: { name, email, operator } };
  });
}

export const reconcile = { reads: { accounts: readRecipients }, repairs: {} };
