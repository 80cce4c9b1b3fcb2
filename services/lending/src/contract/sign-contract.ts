/** Signs a contract as the party of its link, with consent, the account's name and a legal address. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid, invalidInput } from '@nameloan/contracts/field-errors';
import { now } from '@nameloan/runtime/clock';
import type { IdentityProof } from '@nameloan/subgraph/account-access';
import { checkCountries } from '../country/check-country.ts';
import { completeAddress, isSameAddress } from '../country/complete-address.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { buildAmendedLoan } from '../escrow/transition/amendment/amended-loan.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../party/party.model.ts';
import { commit } from '../service-context.ts';
import { chooseSigning, describeAfterSigning, findSignatureState } from './amendment-signing.ts';
import { contracts } from './contract.model.ts';
import { findPartyAccountId, normalizeForComparison, normalizeName } from './contract.ts';
import { assertLiveAmendment, findContract, isOwnLink, notYourLink } from './find-contract.ts';
import type { AddressErrors, AddressInput } from './parse-address.ts';
import { parseAddress } from './parse-address.ts';
import { findShownVersion } from './shown-version.ts';
import { toAuthentication } from './signer.ts';

export interface SigningInput {
  token: string;
  name: string;
  consent: boolean;
  address?: AddressInput | null;
  /** Of the PDF that the signer read; default: of the version that this party was shown last. */
  sha256?: string | null;
}

export interface Signer {
  actor: AccountActor;
  /** Null if it is unknown. */
  proof: IdentityProof | null;
}

export interface SigningResult {
  signedAt: Date;
  borrowerSigned: boolean;
  lenderSigned: boolean;
  next: string;
  /** Whether the party signed with another address than the account's. */
  addressDiffers: boolean;
  /** To read the contract for the response. */
  token: string;
}

const maxUserAgentLength = 500;

/**
 * Throws NOT_FOUND for an unknown token, FORBIDDEN for any account but the party's, INVALID_INPUT for consent, name or address, CONFLICT when the contract is
 * already signed or the loan has changed; with the present hash if the contract was drawn up again since the signer
 * read it. The signature is on the hash of the stored PDF.
 */
export function signContract(
  { actor, proof }: Signer,
  input: SigningInput,
): Promise<SigningResult> {
  return commit(async (tx) => {
    if (input.sha256 != null && !/^[0-9a-f]{64}$/.test(input.sha256))
      throw invalidInput({ sha256: 'The SHA-256 has 64 hexadecimal digits.' });
    const found = await findContract(input.token, tx);
    if (!isOwnLink(found, actor)) throw notYourLink();
    assertLiveAmendment(found);
    const { contract, escrow, party } = found;
    const account = await parties.find(findPartyAccountId(escrow, party), tx);
    const onRecord = account?.legalAddress ?? null;
    const sha256 = input.sha256 ?? findShownVersion(contract, party);
    const by = {
      role: party,
      accountId: findPartyAccountId(escrow, party),
      name: findPartyName(escrow, party),
    };
    const signing = chooseSigning(contract, sha256);
    const after = await applyTransition(escrow, { input: signing, by }, tx).catch((error) => {
      throw withPresentVersion(error, contract.sha256);
    });
    const typed = input.address ? await parseAddress(input.address) : null;
    // After the transition, so that a second signature gets the conflict and not a validation error.
    const addressErrors =
      typed?.errors ?? (onRecord ? {} : { missing: 'Enter your legal address.' });
    assertValid(validateSigning(input, findPartyName(escrow, party), addressErrors));
    const at = now();
    const legalAddress = await chooseAddress(typed?.address ?? onRecord);
    const [loan, step] = escrow.amendment
      ? ([buildAmendedLoan(escrow, escrow.amendment, at), 'AMEND'] as const)
      : ([{ ...escrow, accrual: findLoanAccrual(escrow) }, 'SIGN'] as const);
    // As at the proposal and the agreement: a waiver only lowers what is owed.
    if (escrow.amendment?.kind !== 'WAIVE')
      await checkCountries(loan, step, { [party]: legalAddress });
    const signature = {
      party,
      typedName: normalizeName(input.name),
      legalAddress,
      at,
      ip: actor.ip,
      userAgent: actor.userAgent.slice(0, maxUserAgentLength),
      sha256,
      authentication: proof && toAuthentication(proof, actor),
    };
    const signatures = [...contract.signatures, signature];
    const signed = await contracts.update(contract, { ...contract, signatures }, tx);
    const { borrowerSignedAt, lenderSignedAt } = findSignatureState(signed, after);
    return {
      signedAt: at,
      borrowerSigned: borrowerSignedAt !== null,
      lenderSigned: lenderSignedAt !== null,
      next: describeAfterSigning(signed, after, party),
      addressDiffers: !(await isSameAddress(legalAddress, onRecord)),
      token: input.token,
    };
  });
}

function withPresentVersion(error: unknown, sha256: string): unknown {
  if (!(error instanceof DomainError) || error.details.reason !== 'CONTRACT_CHANGED') return error;
  return new DomainError('CONFLICT', error.message, { reason: 'CONTRACT_CHANGED', sha256 });
}

function validateSigning(
  input: SigningInput,
  name: string,
  { missing, ...addressErrors }: AddressErrors & { missing?: string },
): Record<string, string> {
  return {
    ...(input.consent ? {} : { consent: 'Tick the box to consent.' }),
    ...(normalizeForComparison(input.name) === normalizeForComparison(name)
      ? {}
      : { name: `Type your name as it appears in the contract: ${name}.` }),
    ...Object.fromEntries(
      Object.entries(addressErrors).map(([line, sentence]) => [`address.${line}`, sentence]),
    ),
    ...(missing === undefined ? {} : { address: missing }),
  };
}

/** In the present form; an account's country that cannot be read stays as it is, so that a running loan can be signed. */
async function chooseAddress(address: LegalAddress | null): Promise<LegalAddress> {
  if (!address) throw new Error('a missing address passed the validation');
  return completeAddress(address);
}

function findPartyName(escrow: Escrow, party: Party): string {
  return party === 'BORROWER' ? escrow.borrowerName : escrow.lenderName;
}
