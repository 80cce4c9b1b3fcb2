/** GraphQL resolvers of domains. Owner-only fields are null for everyone else. */

import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import { shownAppraisal } from './appraisal/choose-appraiser.ts';
import { buildDomainChecklist } from './checklist/read-checklist.ts';
import { readDs, setDs } from './custody/nameservers/ds.ts';
import { setNameservers } from './custody/nameservers/set-nameservers.ts';
import { fetchQuote, quoteDomain } from './custody/quote-domain.ts';
import { cancelTransferIn } from './custody/transfer-in/cancel-transfer-in.ts';
import { startTransferIn } from './custody/transfer-in/start-transfer-in.ts';
import { stopTransferOut } from './custody/transfer-out/stop-transfer-out.ts';
import { cancelTransferOut, startTransferOut } from './custody/transfer-out/transfer-out.ts';
import { assessDomain } from './diligence/read-diligence.ts';
import { proofHosts } from './dns/check-proof.ts';
import { strengthOf } from './dns/proof-kinds.ts';
import { addDomain } from './domain/add-domain.ts';
import { domains } from './domain/domain.model.ts';
import { domainProjection } from './domain/domain.projection.ts';
import type { Domain } from './domain/domain.ts';
import { inCustody, transferOutStartsAt } from './domain/domain.ts';
import type { ActionLimits, BlockedAction, DomainAction } from './domain/domain-actions.ts';
import { blockedActions, openActions } from './domain/domain-actions.ts';
import { shownHoldSince } from './domain/hold/hold-rules.ts';
import { toDiligenceSubject } from './domain/listing/listing-conditions.ts';
import { showProof } from './domain/proof.ts';
import {
  readDomainDiligence,
  readImportHints,
  readPartyDiligence,
} from './domain/read-domain-diligence.ts';
import { listDomains, readDomain } from './domain/read-domains.ts';
import { removeDomain } from './domain/remove-domain.ts';
import { setOwnerValue } from './domain/set-owner-value.ts';
import { getViewer } from './domain/viewer.ts';
import type { Fields } from './graphql.generated.ts';
import { removeDomains } from './portfolio/remove-domains.ts';
import { queueCheck } from './proof/queue-check.ts';
import { registrarOf } from './registrars.ts';
import { renewDomain } from './renewal/renew-domain.ts';
import { access } from './service-context.ts';
import { findSuffix } from './suffix/suffixes.ts';
import { describeRejection, listRejections } from './transfer-rejection/read-rejections.ts';

type FieldResolver<V> = (domain: Domain, context: Context) => V | Promise<V>;

const forOwner =
  <V>(show: FieldResolver<V>) =>
  (domain: Domain, _: unknown, context: Context): V | Promise<V> | null => {
    const { actor } = context;
    const owns = actor.kind === 'account' && actor.accountId === domain.accountId;
    return owns ? show(domain, context) : null;
  };

const forParties =
  <V>(show: FieldResolver<V>) =>
  async (domain: Domain, _: unknown, context: Context): Promise<V | null> =>
    (await getViewer(domain, context)) === 'OUTSIDER' ? null : show(domain, context);

/** The fee that the caller has paid or will pay; another account may have ordered the renewal. */
function chargedTo({ transferIn, renewal, charged, accountId }: Domain, { actor }: Context) {
  if (actor.kind !== 'account') return null;
  const pending = transferIn ? { accountId, feeCents: transferIn.feeCents } : renewal;
  if (pending?.accountId === actor.accountId) return pending.feeCents;
  return charged?.accountId === actor.accountId ? charged.amountCents : null;
}

async function limitsOf(domain: Domain): Promise<ActionLimits> {
  const { cancelWhilePending } = registrarOf(domain).capabilities;
  return { diligence: await assessDomain(toDiligenceSubject(domain)), cancelWhilePending };
}

async function actionsOf(domain: Domain, context: Context): Promise<DomainAction[]> {
  const viewer = await getViewer(domain, context);
  if (!domain.active || viewer === 'OUTSIDER' || viewer === 'OPERATOR') return [];
  const open = openActions(domain, now(), await limitsOf(domain));
  return viewer === 'OWNER' ? open : open.filter((action) => action === 'RENEW');
}

async function findBlockedActions(domain: Domain): Promise<BlockedAction[]> {
  if (!domain.active) return [];
  return blockedActions(domain, now(), await limitsOf(domain));
}

export const domainFields = {
  Query: {
    domains: domainProjection.forSelection('domains', (_, request, { keys, ...context }) =>
      listDomains(signedIn(context), request, keys),
    ),
    domain: domainProjection.forSelection(null, (_, { id }, { keys, ...context }) =>
      readDomain(signedIn(context), id, keys),
    ),
    domainDiligence: (_, { id }, context) => readDomainDiligence(context, id),
    domainDs: (_, { id }, context) => readDs(context, id),
    domainQuote: (_, { id, for: purpose }, context) => quoteDomain(context, { id, purpose }),
  },
  Mutation: {
    addDomain: (_, { domain }, context) => addDomain(signedIn(context), domain),
    removeDomain: (_, { id }, context) => removeDomain(signedIn(context), id),
    removeDomains: (_, { ids }, context) => removeDomains(signedIn(context), ids),
    setOwnerValue: (_, { id, ownerValue }, context) =>
      setOwnerValue(signedIn(context), id, ownerValue),
    verifyDomain: (_, { id }, context) => queueCheck(signedIn(context), id),
    transferIn: async (_, { id, transferCode, maxFee = null }, context) =>
      startTransferIn(await access.unrestricted(signedIn(context)), id, {
        transferCode,
        maxFeeCents: maxFee,
      }),
    cancelTransferIn: (_, { id }, context) => cancelTransferIn(signedIn(context), id),
    transferOut: async (_, { id }, context) => {
      const actor = await access.unrestricted(signedIn(context));
      await access.fresh(actor);
      return startTransferOut(actor, id, await access.leaving(actor));
    },
    stopTransferOut: (_, { token }, { actor }) => stopTransferOut(actor, token),
    cancelTransferOut: (_, { id }, context) => cancelTransferOut(signedIn(context), id),
    setNameservers: (_, { id, ...input }, context) => setNameservers(signedIn(context), id, input),
    setDs: (_, { id, ds }, context) => setDs(signedIn(context), id, ds),
    renewDomain: (_, { id, ...terms }, context) => renewDomain(signedIn(context), id, terms),
  },
  Domain: {
    __resolveReference: domainProjection.forReference(({ id }, { keys }) =>
      domains.findById(id, keys),
    ),
    estimatedValue: (domain) => shownAppraisal(domain)?.midCents,
    appraisal: (domain) => shownAppraisal(domain),
    ownerValue: forParties((domain) => domain.ownerValueCents ?? null),
    verificationRecord: forOwner((domain) => domain.verificationRecord),
    verificationHosts: forOwner((domain) => proofHosts(domain.name)),
    proof: forOwner((domain) => showProof(domain)),
    verificationAttempts: forOwner((domain) => domain.verificationAttempts),
    nextCheckAt: forOwner((domain) => domain.nextCheckAt),
    pendingTransfer: forOwner((domain) => domain.pendingTransfer !== 'NONE'),
    pendingTransferDirection: forOwner((domain) => domain.pendingTransfer),
    transferOutStartsAt: forOwner((domain) => transferOutStartsAt(domain)),
    transferOutAvailableAt: forParties((domain) => domain.transferOutAvailableAt),
    expiresAt: forParties((domain) => domain.expiresAt),
    labels: forOwner((domain) => domain.labels ?? []),
    importHints: forOwner(readImportHints),
    createdAt: forOwner((domain) => domain.createdAt),
    nameservers: forParties((domain) => (inCustody(domain) ? domain.nameservers : null)),
    ds: forParties((domain) => (inCustody(domain) ? (domain.dnssec?.ds ?? null) : null)),
    transferFee: forOwner((domain) => findSuffix(domain.suffix)?.transferFeeCents),
    renewalFee: forOwner((domain) => findSuffix(domain.suffix)?.renewalFeeCents),
    transferQuote: forOwner((domain, context) => fetchQuote(context, domain, 'TRANSFER')),
    renewalQuote: forParties((domain, context) => fetchQuote(context, domain, 'RENEWAL')),
    charged: (domain, _, context) => chargedTo(domain, context),
    reserved: forOwner(({ reservation }) => reservation !== null),
    pushExpiresAt: forOwner(({ push }) => push?.expiresAt ?? null),
    escrow: forParties(({ reservation }) => reservation && { id: reservation.escrowId }),
    diligence: (domain, { termDays }, context) => readPartyDiligence(domain, context, termDays),
    rejectedTransfers: forOwner(listRejections),
    transferChecklist: forOwner((domain) => buildDomainChecklist(domain)),
    actions: (domain, _, context) => actionsOf(domain, context),
    blockedActions: async (domain, _, context) =>
      (await forOwner(findBlockedActions)(domain, _, context)) ?? [],
    legalHoldSince: forParties(shownHoldSince),
    tldSupported: ({ suffix }) => findSuffix(suffix) !== undefined,
  },
  RejectedTransfer: {
    message: describeRejection,
  },
  Proof: {
    strength: ({ kind }) => strengthOf(kind),
  },
  Quote: {
    amount: ({ amountCents }) => amountCents,
    validUntil: ({ validUntil }) => new Date(validUntil),
  },
  Appraisal: {
    low: ({ lowCents }) => lowCents,
    mid: ({ midCents }) => midCents,
    high: ({ highCents }) => highCents,
  },
} satisfies Fields;
