/** Checks one name of a verification by the rules of a single check and applies the result. */

import { proofObstacleTexts } from '@nameloan/contracts/proof-findings';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import type { ProofCheck } from '../proof/query-resolvers.ts';
import { queryResolvers } from '../proof/query-resolvers.ts';
import { isCheckedElsewhere, isProven, recordRecheck } from '../proof/recheck-proof.ts';
import {
  collectFindings,
  recordAttempt,
  recordSingleAttempt,
  verifyIfFree,
} from '../proof/verify-domain.ts';
import { commit } from '../service-context.ts';
import type { VerificationRow } from './verification.ts';

type Result = Pick<VerificationRow, 'result' | 'message'>;

const gone: Result = { result: 'NOT_FOUND', message: 'There is no such domain.' };
const settled: Result = { result: 'PROVEN', message: 'This domain needs no check now.' };

export async function checkName(domainId: string, accountId: string): Promise<Result> {
  const domain = await domains.find(domainId);
  if (!domain?.active || domain.accountId !== accountId) return gone;
  if (inCustody(domain) || (isProven(domain) && isCheckedElsewhere(domain))) return settled;
  return isProven(domain) ? recheck(domain) : verify(domain);
}

async function recheck(domain: Domain): Promise<Result> {
  const check = await queryResolvers(domain);
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (!present || !isProven(present) || isCheckedElsewhere(present)) return;
    const next = await recordRecheck(present, check, tx);
    if (next) await tx.schedule({ kind: 'recheck-proof', key: domain.id, at: next.runAgainAt });
  });
  return toResult(check);
}

async function verify(domain: Domain): Promise<Result> {
  const findings = await collectFindings(domain);
  return commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (!present?.active || present.accountId !== domain.accountId) return gone;
    // Another check was faster.
    if (present.status !== 'EXTERNAL_UNVERIFIED') return settled;
    const obstacle = await verifyIfFree(present, findings, tx);
    if (obstacle === undefined || obstacle === null) {
      if (obstacle === null) await recordSingleAttempt(present, findings, tx);
      return toResult(findings.check);
    }
    // It is checked repeatedly from now on, as after a single check, and both owners are notified.
    await recordAttempt(present, { findings, obstacle, done: 1 }, tx);
    return {
      result: 'UNCLEAR',
      message: `${findings.check.detail} ${proofObstacleTexts[obstacle]}`,
    };
  });
}

function toResult({ outcome, otherRecord, detail }: ProofCheck): Result {
  const result = {
    FOUND: 'PROVEN',
    UNKNOWN: 'UNCLEAR',
    MISSING: otherRecord ? 'OTHER' : 'ABSENT',
  } as const;
  return { result: result[outcome], message: detail };
}
