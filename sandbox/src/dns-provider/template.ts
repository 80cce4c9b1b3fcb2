/** The product's template as the provider has onboarded it: one TXT record with a fixed prefix. */

/** The id by which the product applies its template here, and the domain that has its public key. */
export const productId = 'nameloan.example';
export const serviceId = 'domain-verification';

const recordHost = '_nameloan-challenge';
/** A record with this prefix replaces those that have it already (`txtConflictMatchingMode` Prefix). */
export const recordPrefix = 'nameloan-verification=';

export const template = {
  providerId: productId,
  providerName: 'Nameloan',
  serviceId,
  serviceName: 'Proof of a domain',
  version: 1,
  syncPubKeyDomain: productId,
  records: [
    {
      type: 'TXT',
      host: recordHost,
      data: `${recordPrefix}%token%`,
      ttl: 300,
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: recordPrefix,
    },
  ],
} as const;

/** The record that applying the template to a domain sets. */
export function recordOf(domain: string, token: string): { name: string; value: string } {
  return { name: `${recordHost}.${domain}`, value: `${recordPrefix}${token}` };
}
