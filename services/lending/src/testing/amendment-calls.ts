/** Calls about the amendments of a loan, for tests. */

import type { Caller } from '@nameloan/testkit/service/test-service';
import { sign } from './sign.ts';
import type { TestLoan } from './start-lending.ts';
import { expectData } from './start-lending.ts';

const fields = `id n kind status terms { due rate lateFees defaultInterest interest } fee message proposedBy
  expiresAt agreedAt amountDue payer sha256 parentSha256 borrowerSignedAt lenderSignedAt contractUrl sealed effectiveOn
  endedAt reason`;

export interface TestAmendment {
  n: number;
  status: string;
  sha256: string | null;
  parentSha256: string | null;
  amountDue: number | null;
  payer: string | null;
  contractUrl: string | null;
  effectiveOn: string | null;
  sealed: boolean;
  reason: string | null;
  fee: number;
}

type Terms = Record<string, unknown>;

/** `more`: `kind`, `fee` and `message`, if they differ. */
export const propose = (call: Caller, { id }: { id: string }, terms: Terms, more: Terms = {}) =>
  call(
    `mutation ($id: ID!, $kind: AmendmentKind!, $terms: AmendmentTermsInput!, $fee: Cents! = 0, $message: String) {
      proposeAmendment(id: $id, kind: $kind, terms: $terms, fee: $fee, message: $message) { ${fields} }
    }`,
    { id, kind: 'EXTEND', terms, ...more },
  );

export const counter = (call: Caller, { id }: { id: string }, n: number, terms: Terms) =>
  call(
    `mutation ($id: ID!, $n: Int!, $terms: AmendmentTermsInput!) {
      counterAmendment(id: $id, n: $n, terms: $terms) { ${fields} }
    }`,
    { id, n, terms },
  );

export const agree = (call: Caller, { id }: { id: string }, n: number) =>
  call(`mutation ($id: ID!, $n: Int!) { agreeToAmendment(id: $id, n: $n) { ${fields} } }`, {
    id,
    n,
  });

export const decline = (call: Caller, { id }: { id: string }, n: number) =>
  call(
    `mutation ($id: ID!, $n: Int!) { declineAmendment(id: $id, n: $n, reason: "Too long.") { ${fields} } }`,
    { id, n },
  );

export const withdraw = (call: Caller, { id }: { id: string }, n: number) =>
  call(`mutation ($id: ID!, $n: Int!) { withdrawAmendment(id: $id, n: $n) { ${fields} } }`, {
    id,
    n,
  });

export async function listAmendments(
  call: Caller,
  { id }: { id: string },
): Promise<TestAmendment[]> {
  const query = `query ($id: ID!) { escrowAmendments(escrowId: $id) { ${fields} } }`;
  return expectData(await call(query, { id })).escrowAmendments as TestAmendment[];
}

/** Signs the last amendment as this party. */
export async function signAmendment(loan: TestLoan, party: 'borrower' | 'lender') {
  const last = (await listAmendments(loan[party], loan)).at(-1);
  const token = last?.contractUrl?.split('/').at(-1) ?? '';
  return sign(loan[party], token, { name: party === 'borrower' ? 'Bea Borrower' : 'Len Lender' });
}

/** The borrower proposes, the lender agrees, both sign. */
export async function amend(loan: TestLoan, terms: Terms, more: Terms = {}): Promise<void> {
  const proposed = expectData(await propose(loan.borrower, loan, terms, more)).proposeAmendment;
  expectData(await agree(loan.lender, loan, proposed.n));
  expectData(await signAmendment(loan, 'borrower'));
  expectData(await signAmendment(loan, 'lender'));
}
