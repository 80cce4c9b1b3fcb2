/** Requests an account as other services do. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { TestService } from '@nameloan/testkit/service/test-service';

export async function requestAccount(
  { bus }: TestService,
  accountId: string,
): Promise<ReplyPayload<'identity.account'>> {
  const reply = await bus.request('identity.account', { accountId }, 5000);
  return (reply as { data: ReplyPayload<'identity.account'> }).data;
}
