/** The template that an operator has onboarded at DNS providers: the TXT record that proves one domain. */

import type { Template } from './sign-apply-url.ts';

/** The fixed part of the value, by which a newer record of the template replaces an older one. */
const recordPrefix = 'nameloan-verification=';
const recordHost = '_nameloan-challenge';
const ttlSeconds = 300;

export interface TemplateInput extends Template {
  /** The domain under which the public key is published. */
  readonly keyHost: string;
  /** The host of the product, to which providers return. */
  readonly redirectHost: string;
  readonly operatorName: string;
}

/** The file `PROVIDER.SERVICE.json` by the rules of the public repository of templates. */
export function buildTemplate(input: TemplateInput): Record<string, unknown> {
  const { providerId, serviceId, keyHost, redirectHost, operatorName } = input;
  return {
    providerId,
    providerName: operatorName,
    serviceId,
    serviceName: 'Proof of a domain',
    version: 1,
    description: 'Proves to the marketplace that you control this domain.',
    variableDescription: 'token: the value that belongs to the domain and its owner’s account',
    syncPubKeyDomain: keyHost,
    syncRedirectDomain: redirectHost,
    records: [
      {
        type: 'TXT',
        host: recordHost,
        data: `${recordPrefix}%token%`,
        ttl: ttlSeconds,
        txtConflictMatchingMode: 'Prefix',
        txtConflictMatchingPrefix: recordPrefix,
      },
    ],
  };
}

/** The template's variable for a domain's record. Throws for a record without the prefix. */
export function tokenOf(verificationRecord: string): string {
  if (verificationRecord.startsWith(recordPrefix))
    return verificationRecord.slice(recordPrefix.length);
  throw new Error('the record of this domain does not fit the template');
}
