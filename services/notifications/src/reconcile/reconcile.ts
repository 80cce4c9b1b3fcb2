/** Reconciliation: exposes the account copies for comparison. Identity repairs them by publishing the account again. */

import type { Page } from '@nameloan/subgraph/http/reconcile-endpoint';
import { recipients } from '../recipient/recipient.model.ts';

/** The fields that identity's events define. */
export type RecipientRow = Awaited<ReturnType<typeof readRecipients>>[number];

async function readRecipients({ filter, options }: Page) {
  const found = await recipients.findMany(filter, options);
  return found.map(({ id, accountVersion, name, email, operator }) => {
    return { id, accountVersion, details: { name, email, operator } };
  });
}

export const reconcile = { reads: { accounts: readRecipients }, repairs: {} };
