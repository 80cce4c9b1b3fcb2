/** A fake identity service for tests: the legal data of accounts. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { TestService } from '@nameloan/testkit/service/test-service';

type Account = ReplyPayload<'identity.account'>;
type LegalAddress = NonNullable<Account['legalAddress']>;

export interface TestIdentity {
  /** By account id; absent: the account has no legal address. */
  addresses: Map<string, LegalAddress>;
  /** Names by account id; absent: the id. */
  names: Map<string, string>;
  /** True: requests fail with UNAVAILABLE. */
  down: boolean;
}

export const someAddress: LegalAddress = {
  address1: '12 Rua das Flores',
  address2: '',
  city: 'Lisbon',
  zip: '1200-195',
  country: 'Portugal',
  countryCode: 'PT',
  subdivision: null,
};

export async function fakeIdentity(service: TestService): Promise<TestIdentity> {
  const identity: TestIdentity = { addresses: new Map(), names: new Map(), down: false };
  await service.bus.handleRequests('identity.account', async (payload) => {
    if (identity.down) return { ok: false, code: 'UNAVAILABLE', message: 'Identity is down.' };
    const { accountId } = payload as { accountId: string };
    const account: Account = {
      accountId,
      version: 1,
      name: identity.names.get(accountId) ?? accountId,
      email: `${accountId}@example.org`,
      operator: false,
      defaultContract: 0,
      legalAddress: identity.addresses.get(accountId) ?? null,
    };
    return { ok: true, data: account };
  });
  return identity;
}
