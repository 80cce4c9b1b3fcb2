/** Accounts in tests: identity's replies, and the events that make lending request them. */

import type { Event } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import type { LegalAddress } from '../loan/legal-address.ts';

type AccountReply = ReplyPayload<'identity.account'>;
export type AccountReplies = Map<string, AccountReply>;
/** An address without codes is one of an earlier release. */
export type AccountDetails = Omit<AccountReply, 'accountId' | 'version' | 'legalAddress'> & {
  legalAddress: LegalAddress | null;
};

export const address = {
  address1: '1 Harbour Row',
  address2: '',
  city: 'Bristol',
  zip: 'BS1 4RW',
  country: 'United Kingdom',
};

/** Has identity answer from the returned map. */
export async function answerAccounts(bus: TestService['bus']): Promise<AccountReplies> {
  const accounts: AccountReplies = new Map();
  await bus.handleRequests('identity.account', async (requested) => {
    const data = accounts.get((requested as { accountId: string }).accountId);
    if (data) return { ok: true, data };
    return { ok: false, code: 'NOT_FOUND', message: 'There is no such account.' };
  });
  return accounts;
}

/** Has identity answer with this version of an account from now on; returns its event. */
export function changeAccount(
  { accounts }: { accounts: AccountReplies },
  accountId: string,
  { version, ...overrides }: Partial<AccountDetails> & { version: number },
): Event<'identity.account.changed'> {
  const data = { accountId, name: 'Bea Borrower', email: `${accountId}@example.net`, version };
  const rest = { operator: false, defaultContract: 0, legalAddress: address } as const;
  const { legalAddress: found, ...account } = { ...data, ...rest, ...overrides };
  const legalAddress = found && { countryCode: null, subdivision: null, ...found };
  accounts.set(accountId, { ...account, legalAddress });
  const { operator } = account;
  const about = { aggregateId: accountId, version };
  return makeEvent('identity.account.changed', { accountId, operator }, about);
}
