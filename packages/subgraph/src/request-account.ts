/** Requests the account that an event of identity is about. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Event } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { ServiceContext } from './service-context.ts';
import { DependencyNotReadyError } from './subscribe-events.ts';

/**
 * For event handlers. The reply is at least as new as the event; its `version` decides between two. Throws UNAVAILABLE
 * if identity does not answer, and DependencyNotReadyError if it does not have the account in this version: in both
 * cases the event is deferred.
 */
export async function requestAccount(
  { request }: ServiceContext,
  { data, aggregateVersion }: Event<'identity.account.registered' | 'identity.account.changed'>,
): Promise<ReplyPayload<'identity.account'>> {
  const { accountId } = data;
  const account = await request('identity.account', { accountId }).catch((error: unknown) => {
    const isUnknown = error instanceof DomainError && error.code === 'NOT_FOUND';
    throw isUnknown ? new DependencyNotReadyError(`account ${accountId} is unknown`) : error;
  });
  if (account.version < aggregateVersion)
    throw new DependencyNotReadyError(`account ${accountId} has version ${account.version}`);
  return account;
}
