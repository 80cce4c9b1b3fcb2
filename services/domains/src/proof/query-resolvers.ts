/** Checks a domain's proof at every configured resolver and describes the result for its owner. */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import { describeFindings, limitFindings } from '@nameloan/contracts/proof-findings';
import { settings } from '../config.ts';
import { checkDelegation } from '../dns/check-delegation.ts';
import type {
  ProofOutcome,
  ProofRecord,
  ProofResult,
  ProofValidation,
  ResolverFinding,
} from '../dns/check-proof.ts';
import { checkProof, proofHosts } from '../dns/check-proof.ts';
import type { ProofKind } from '../dns/proof-kinds.ts';
import type { Domain } from '../domain/domain.ts';
import type { AccountProof } from './account-proof.ts';
import { readAccountProof } from './account-proof.ts';

/** `findings` for events, and `detail` with their sentences. */
export interface ProofCheck {
  outcome: ProofOutcome;
  /** What proves the domain; null unless the outcome is FOUND. */
  kind: ProofKind | null;
  /** Of the records; UNKNOWN for a proof by nameservers. */
  validation: ProofValidation;
  /** A record of another account or purpose is where ours would be. */
  otherRecord: boolean;
  findings: ProofFinding[];
  detail: string;
}

const elsewhereText = 'The nameservers of the domain prove it for another account.';

type CheckedDomain = Pick<Domain, 'name' | 'suffix' | 'accountId' | 'verificationRecord' | 'proof'>;

export async function queryResolvers(domain: CheckedDomain): Promise<ProofCheck> {
  const proof = await readAccountProof(domain.accountId);
  const records = await checkProof({
    domain: domain.name,
    records: acceptedRecords(domain, proof),
    resolvers: settings.value.DNS_RESOLVERS,
    timeoutMs: settings.value.DNS_TIMEOUT_MS,
  });
  const { PROOF_HOST: proofHost } = settings.value;
  if (records.outcome === 'FOUND' || !proof.nameservers || !proofHost)
    return toCheck(domain, records);
  const { outcome, elsewhere, findings } = await checkDelegation({
    domain: domain.name,
    suffix: domain.suffix,
    nameservers: proof.nameservers,
    proofHost,
    resolvers: settings.value.DNS_RESOLVERS,
    parentServers: settings.value.DNS_PARENT_SERVERS,
    timeoutMs: settings.value.DNS_TIMEOUT_MS,
  });
  if (outcome === 'FOUND') {
    const detail = describeFindings(findings);
    const found = { outcome, kind: 'NAMESERVERS', validation: 'UNKNOWN' } as const;
    return { ...found, otherRecord: false, findings, detail };
  }
  const check = toCheck(domain, records);
  // Resolvers fail for a zone that is served nowhere: its records are gone, not unclear.
  if (elsewhere)
    return {
      ...check,
      outcome: 'MISSING',
      otherRecord: true,
      detail: `${check.detail} ${elsewhereText}`,
    };
  // Unless the nameservers are the proof, an unreachable parent zone says nothing about the records.
  const isUnclear = outcome === 'UNKNOWN' && domain.proof?.kind === 'NAMESERVERS';
  return isUnclear ? { ...check, outcome } : check;
}

function acceptedRecords(domain: CheckedDomain, { txt, cname }: AccountProof): ProofRecord[] {
  return [
    { kind: 'TXT', value: domain.verificationRecord },
    { kind: 'ACCOUNT_TXT', value: txt.value },
    ...(cname ? [{ kind: 'CNAME', value: cname.target } as const] : []),
  ];
}

function toCheck(
  domain: CheckedDomain,
  { outcome, kind, validation, findings }: ProofResult,
): ProofCheck {
  const data = findings.map(({ resolver, name: host, result, otherRecords, errorCode }) => {
    return { resolver, host, result, otherRecords, errorCode };
  });
  const otherRecord = findings.some((finding) => isOtherRecord(domain.name, finding));
  const detail = describeFindings(data);
  return { outcome, kind, validation, otherRecord, findings: limitFindings(data), detail };
}

/** At the apex, records of other services are usual. */
function isOtherRecord(domain: string, { name, result, records }: ResolverFinding): boolean {
  if (result !== 'OTHER') return false;
  const [challengeHost] = proofHosts(domain);
  return name === challengeHost || records.some((record) => record.startsWith('nameloan-'));
}
