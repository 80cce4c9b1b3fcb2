/** Adds a domain to an account, unverified and with a TXT value for its proof. */

import { randomBytes } from 'node:crypto';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { isDuplicate } from '@nameloan/persistence/store';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { requestReports } from '../diligence/request-report.ts';
import { toBase32 } from '../dns/base32.ts';
import { InvalidNameError } from '../name/invalid-name-error.ts';
import type { ParsedName } from '../name/parse-name.ts';
import { parseName } from '../name/parse-name.ts';
import { commit, quotas } from '../service-context.ts';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { conflict, domainRef, inCustody } from './domain.ts';

export const alreadyYours = 'You already have this domain.';
export const heldElsewhere =
  'This domain backs a loan or is held for another account, so it cannot be added.';

/** Whether no account can add this record's name. It always has the title; several accounts may add any other name. */
export const isHeld = (holder: Domain): boolean => inCustody(holder) || holder.reservation !== null;

/** The TXT value: 160 random bits, so that it cannot be guessed. */
export function newVerificationRecord(): string {
  return `nameloan-verification=${toBase32(randomBytes(20))}`;
}

export async function addDomain(actor: AccountActor, input: string): Promise<Domain> {
  const parsed = readName(input);
  try {
    return await commit(async (tx) => {
      const name = { name: parsed.ascii, active: true };
      if (await domains.findOne({ accountId: actor.accountId, ...name }, tx))
        throw conflict('ALREADY_YOURS', alreadyYours);
      const holder = await domains.findOne({ titleName: parsed.ascii }, tx);
      if (holder && isHeld(holder)) throw conflict('HELD_ELSEWHERE', heldElsewhere);
      await quotas.take('domainsAdded', actor.accountId, tx);
      const domain = await domains.add(newDomain(actor.accountId, parsed), tx);
      tx.emit('domains.domain.added', domain, domainRef(domain));
      await tx.schedule({ kind: 'appraise', key: domain.id });
      await requestReports([domain], tx);
      return domain;
    });
  } catch (error) {
    if (isDuplicate(error, 'accountId')) throw conflict('ALREADY_YOURS', alreadyYours);
    throw error;
  }
}

function readName(input: string): ParsedName {
  try {
    return parseName(input);
  } catch (error) {
    if (!(error instanceof InvalidNameError)) throw error;
    throw new DomainError('INVALID_INPUT', error.message, { fields: { domain: error.message } });
  }
}

export function newDomain(accountId: string, parsed: ParsedName): Domain {
  return {
    id: newId(),
    version: 1,
    accountId,
    name: parsed.ascii,
    unicodeName: parsed.unicode,
    suffix: parsed.suffix,
    status: 'EXTERNAL_UNVERIFIED',
    active: true,
    endedAt: null,
    endReason: null,
    createdAt: now(),
    titleName: null,
    verificationRecord: newVerificationRecord(),
    verificationAttempts: [],
    proofMissingSince: null,
    contests: null,
    checkingSince: null,
    nextCheckAt: null,
    appraisal: null,
    pendingTransfer: 'NONE',
    transferIn: null,
    failedTransferAt: null,
    transferOut: null,
    transferOutAvailableAt: null,
    expiresAt: null,
    nameservers: [],
    nameserverChange: null,
    custodyCheck: null,
    renewal: null,
    renewalAgreedCents: null,
    charged: null,
    expiryWarning: null,
    reservation: null,
    listingIds: [],
  };
}
