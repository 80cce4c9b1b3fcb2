/** Test helper: the links that identity has mailed to given addresses, and MFA-free calls of an account. */

import type { AccountLink } from '@nameloan/contracts/identity-events';
import { accountLink } from '@nameloan/contracts/identity-events';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { serviceContext } from '../service-context.ts';

const subject = 'identity.link.requested';
type Kind = 'CONFIRM_EMAIL' | 'STOP_EMAIL_CHANGE' | 'STOP_LOGIN' | 'STOP_PAYEE_CHANGE';

/** The links of this kind for the account, oldest first. */
export async function readLinks(
  service: TestService,
  accountId: string,
  kind: Kind,
): Promise<AccountLink[]> {
  await service.settle();
  return service.publishedEvents.flatMap((event) => {
    if (event.subject !== subject) return [];
    const data = event.data as { accountId: string; kind: Kind; sealedLink: string };
    if (data.accountId !== accountId || data.kind !== kind) return [];
    return [accountLink.parse(JSON.parse(serviceContext.decrypt(data.sealedLink, subject)))];
  });
}
