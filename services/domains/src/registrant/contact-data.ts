/** The data of a contact: an account's legal data, or the platform's from the registrar file. */

import { platformAccountId } from '@nameloan/contracts/platform';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { ContactData } from '../registrar/contact.ts';
import { request } from '../service-context.ts';

/** Null without a complete legal address: the registry's existing contacts stay. */
export async function fetchContactData(
  accountId: string,
  platformContact: ContactData | undefined,
): Promise<ContactData | null> {
  if (accountId === platformAccountId) return platformContact ?? null;
  return toContactData(await request('identity.account', { accountId }));
}

export function toContactData({
  name,
  email,
  legalAddress,
}: Pick<ReplyPayload<'identity.account'>, 'name' | 'email' | 'legalAddress'>): ContactData | null {
  if (!legalAddress?.countryCode) return null;
  const { address1, address2, city, zip, countryCode, subdivision } = legalAddress;
  return {
    name,
    street: [address1, address2].filter((line) => line.trim() !== ''),
    city,
    // ISO 3166-2 without the country: US-CA is CA.
    state: subdivision?.slice(countryCode.length + 1) || undefined,
    postalCode: zip || undefined,
    country: countryCode,
    email,
  };
}
