/** A domain as the graph shows it: what only its owner may see is null to anyone else. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load } from '@nameloan/service/graphql/context.ts';
import { proofHosts } from '../dns/check-proof.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import type { Appraisal, Domain as DomainRecord } from './domain.ts';
import { inCustody } from './domain.ts';
import { readMany } from './read-domains.ts';

type Field = (domain: DomainRecord, args: unknown, context: Context) => unknown;

function toOwner(show: (domain: DomainRecord) => unknown): Field {
  return (domain, _args, { actor }) =>
    actor.kind === 'account' && actor.accountId === domain.accountId ? show(domain) : null;
}

function showAppraisal(appraisal: Appraisal) {
  const { lowCents, midCents, highCents, factors, appraisedAt } = appraisal;
  return { low: lowCents, mid: midCents, high: highCents, factors, appraisedAt };
}

function findDomain(context: Context, id: string): Promise<DomainRecord | undefined> {
  return load(context, { name: 'domain', id }, readMany);
}

export const Domain = {
  __resolveReference: async ({ id }: { id: string }, context: Context) =>
    (await findDomain(context, id)) ?? null,
  estimatedValue: (domain: DomainRecord) => domain.appraisal?.midCents ?? null,
  appraisal: (domain: DomainRecord) => (domain.appraisal ? showAppraisal(domain.appraisal) : null),
  verificationRecord: toOwner((domain) => domain.verificationRecord),
  verificationHosts: toOwner((domain) => proofHosts(domain.name)),
  verificationTries: toOwner((domain) => domain.verificationTries),
  nextCheckAt: toOwner((domain) => domain.nextCheckAt),
  pendingTransfer: toOwner((domain) => domain.pendingTransfer !== 'NONE'),
  pendingTransferDirection: toOwner((domain) => domain.pendingTransfer),
  transferOutAvailableAt: toOwner((domain) => domain.transferOutAvailableAt),
  expiresAt: toOwner((domain) => domain.expiresAt),
  createdAt: toOwner((domain) => domain.createdAt),
  nameservers: toOwner((domain) => (inCustody(domain) ? domain.nameservers : null)),
  transferFee: toOwner((domain) => findSuffix(domain.suffix)?.transferFeeCents ?? null),
  renewalFee: toOwner((domain) => findSuffix(domain.suffix)?.renewalFeeCents ?? null),
  holdable: (domain: DomainRecord) => findSuffix(domain.suffix) !== undefined,
};

interface ListingReference {
  domainId?: string;
}

/** A listing shows its domain's estimate to everyone. */
export const Listing = {
  __resolveReference: (reference: ListingReference) => reference,
  estimatedValue: async ({ domainId }: ListingReference, _args: unknown, context: Context) => {
    const domain = domainId ? await findDomain(context, domainId) : undefined;
    return domain?.appraisal?.midCents ?? null;
  },
  appraisal: async ({ domainId }: ListingReference, _args: unknown, context: Context) => {
    const domain = domainId ? await findDomain(context, domainId) : undefined;
    return domain?.appraisal ? showAppraisal(domain.appraisal) : null;
  },
};
