/** Signs the deed of a sale as its seller or buyer, with consent, the account's name and a legal address. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { now } from '@nameloan/runtime/clock';
import { normalizeForComparison, normalizeName } from '../contract/contract.ts';
import type { AddressInput } from '../contract/parse-address.ts';
import type { Signer } from '../contract/sign-contract.ts';
import { chooseSignerAddress, toAuthentication } from '../contract/signer.ts';
import { loadViewer } from '../escrow/participant.ts';
import type {
  Assignment,
  DeedSignature,
} from '../escrow/transition/assignment/assignment.model.ts';
import { parties } from '../party/party.model.ts';
import { commit, quotas } from '../service-context.ts';
import { assertSigns } from './assignment-steps.ts';
import { checkBuyer } from './check-buyer.ts';
import { assertNoNewDefault, assertSellable } from './check-loan.ts';
import { findAssignment } from './find-assignment.ts';
import { writeStep } from './write-step.ts';

export interface DeedSigning {
  token: string;
  name: string;
  consent: boolean;
  address: AddressInput | null;
  /** Of the deed that the signer read; default: the present one. */
  sha256: string | null;
}

const maxUserAgentLength = 500;

/** Throws as signContract does; CONFLICT with CONTRACT_CHANGED for another hash than the deed's. */
export async function signAssignment(
  { actor, proof }: Signer,
  input: DeedSigning,
): Promise<Assignment> {
  const viewer = await loadViewer(actor);
  return commit(async (tx) => {
    const found = await findAssignment(input.token, viewer, tx);
    const { assignment, escrow, role } = found;
    const at = now();
    const party = assertSigns(assignment, { role, now: at });
    await quotas.take('loanActions', actor.accountId, tx);
    assertSellable(escrow);
    if (party === 'BUYER') assertNoNewDefault(escrow, assignment.defaulted);
    const sha256 = assertHash(assignment, input.sha256);
    const name = party === 'SELLER' ? assignment.sellerName : (assignment.buyerName ?? '');
    assertConsent(input, name);
    const account = await parties.find(actor.accountId, tx);
    const legalAddress = await chooseSignerAddress(input.address, account?.legalAddress ?? null);
    if (party === 'BUYER') await checkBuyer(escrow, legalAddress);
    const signature: DeedSignature = {
      ...{ party, typedName: normalizeName(input.name), legalAddress, at, ip: actor.ip, sha256 },
      userAgent: actor.userAgent.slice(0, maxUserAgentLength),
      authentication: proof && toAuthentication(proof, actor),
    };
    const signatures = [...assignment.signatures, signature];
    const changes: Partial<Assignment> = {
      signatures,
      ...(signatures.length === 2 ? { status: 'SIGNED' } : {}),
    };
    return writeStep(found, { step: 'SIGN', bySeller: party === 'SELLER', changes }, tx);
  });
}

function assertHash({ sha256 }: Assignment, given: string | null): string {
  if (given !== null && !/^[0-9a-f]{64}$/.test(given))
    throw invalidInput({ sha256: 'The SHA-256 has 64 hexadecimal digits.' });
  if (sha256 === null) throw new Error('an accepted sale has no deed');
  if (given === null || given === sha256) return sha256;
  throw new DomainError('CONFLICT', 'This is not the present deed. Read it again.', {
    reason: 'CONTRACT_CHANGED',
    sha256,
  });
}

function assertConsent({ name: typed, consent }: DeedSigning, name: string): void {
  const errors: Record<string, string> = {};
  if (!consent) errors.consent = 'Tick the box to consent.';
  if (normalizeForComparison(typed) !== normalizeForComparison(name))
    errors.name = `Type your name as it appears in the deed: ${name}.`;
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
}
