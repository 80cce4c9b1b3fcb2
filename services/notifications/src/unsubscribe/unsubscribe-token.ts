/** The token in the List-Unsubscribe header: it turns some kinds of mail off for one address, and does nothing else. */

import { createHmac } from 'node:crypto';
import { DomainError } from '@nameloan/contracts/errors';
import { sameSecret } from '@nameloan/security/keyring';
import { isAlwaysMailed } from '../preference/preferences.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { serviceContext } from '../service-context.ts';
import type { NotificationKind } from '../templates/notification-kind.ts';

const macLength = 22;
const purpose = 'nameloan unsubscribe';
/** Code, letters of kinds, account. */
const shape = /^([\w-]{22})([a-z]+)_([\w-]+)$/;

/** Links in old mails name these letters, so none may change or get another meaning. */
const letters: Record<NotificationKind, string> = {
  SECURITY: 's',
  SIGNATURE: 'g',
  DUE: 'u',
  NOTICE: 'n',
  DISPUTE: 't',
  OFFER: 'o',
  LOAN: 'l',
  PAYMENT: 'p',
  DOMAIN: 'd',
  EXPIRY: 'e',
  MESSAGE: 'm',
};
const kindOf = new Map(
  Object.entries(letters).map(([kind, letter]) => [letter, kind as NotificationKind]),
);

type Address = Pick<Recipient, 'id' | 'email'>;

/** Includes the address: a link in the mailbox of a former one can change nothing. */
function authenticate({ id, email }: Address, named: string, secret: string): string {
  const mac = createHmac('sha256', secret).update([purpose, named, id, email].join('\n'));
  return mac.digest('base64url').slice(0, macLength);
}

/** Undefined if one of the kinds can't be turned off. */
export function unsubscribeUrl(
  recipient: Address,
  kinds: readonly (NotificationKind | undefined)[],
): string | undefined {
  const known = [...new Set(kinds)].filter((kind) => kind !== undefined);
  if (kinds.includes(undefined) || known.length === 0 || known.some(isAlwaysMailed))
    return undefined;
  const named = known.map((kind) => letters[kind]).join('');
  const mac = authenticate(recipient, named, serviceContext.keyring.current);
  const token = `${mac}${named}_${recipient.id}`;
  return `${serviceContext.publicUrl}/api/mail/unsubscribe/${token}`;
}

/**
 * The account of a token; its code must be checked with the account's address. Kinds that can't be turned off are
 * omitted: one of an old link may have become such a kind.
 */
export function readUnsubscribeToken(token: string): {
  accountId: string;
  kinds: NotificationKind[];
  fits(email: string): boolean;
} {
  const [, mac = '', named = '', accountId = ''] = shape.exec(token) ?? [];
  const kinds = [...named]
    .flatMap((letter) => kindOf.get(letter) ?? [])
    .filter((kind) => !isAlwaysMailed(kind));
  const fits = (email: string) =>
    serviceContext.keyring.all.some((secret) =>
      sameSecret(mac, authenticate({ id: accountId, email }, named, secret)),
    );
  return { accountId, kinds, fits };
}

export function throwInvalidToken(): never {
  const sentence =
    'This link is incomplete, or for an address that your account no longer uses. Change your emails in Settings.';
  throw new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
