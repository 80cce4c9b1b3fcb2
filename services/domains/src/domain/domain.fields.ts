/** Domains for people: field → use case. What only its owner may see is null to anyone else. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { signedIn } from '@nameloan/service/graphql/context.ts';
import { setNameservers } from '../custody/nameservers/set-nameservers.ts';
import { cancelTransferIn } from '../custody/transfer-in/cancel-transfer-in.ts';
import { transferIn } from '../custody/transfer-in/transfer-in.ts';
import { cancelTransferOut, transferOut } from '../custody/transfer-out/transfer-out.ts';
import { proofHosts } from '../dns/check-proof.ts';
import type { Fields } from '../graphql.generated.ts';
import { queueCheck } from '../proof/queue-check.ts';
import { renewDomain } from '../renewal/renew-domain.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { addDomain } from './add-domain.ts';
import type { Domain } from './domain.ts';
import { inCustody } from './domain.ts';
import { findDomain, listDomains, readDomain } from './read-domains.ts';
import { removeDomain } from './remove-domain.ts';

const toOwner =
  <V>(show: (domain: Domain) => V) =>
  (domain: Domain, _: unknown, { actor }: Context): V | null =>
    actor.kind === 'account' && actor.accountId === domain.accountId ? show(domain) : null;

export const domainFields = {
  Query: {
    domains: (_, request, context) => listDomains(signedIn(context), request),
    domain: (_, { id }, context) => readDomain(signedIn(context), id),
  },
  Mutation: {
    addDomain: (_, { domain }, context) => addDomain(signedIn(context), domain),
    removeDomain: (_, { id }, context) => removeDomain(signedIn(context), id),
    verifyDomain: (_, { id }, context) => queueCheck(signedIn(context), id),
    transferIn: (_, { id, transferCode }, context) =>
      transferIn(signedIn(context), id, transferCode),
    cancelTransferIn: (_, { id }, context) => cancelTransferIn(signedIn(context), id),
    transferOut: (_, { id }, context) => transferOut(signedIn(context), id),
    cancelTransferOut: (_, { id }, context) => cancelTransferOut(signedIn(context), id),
    setNameservers: (_, { id, nameservers }, context) =>
      setNameservers(signedIn(context), id, nameservers),
    renewDomain: (_, { id }, context) => renewDomain(signedIn(context), id),
  },
  Domain: {
    __resolveReference: ({ id }, context) => findDomain(context, id),
    estimatedValue: ({ appraisal }) => appraisal?.midCents,
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
    transferFee: toOwner((domain) => findSuffix(domain.suffix)?.transferFeeCents),
    renewalFee: toOwner((domain) => findSuffix(domain.suffix)?.renewalFeeCents),
    holdable: ({ suffix }) => findSuffix(suffix) !== undefined,
  },
  Appraisal: {
    low: ({ lowCents }) => lowCents,
    mid: ({ midCents }) => midCents,
    high: ({ highCents }) => highCents,
  },
} satisfies Fields;
