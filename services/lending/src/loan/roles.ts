/** The roles in a loan. */

export const parties = ['BORROWER', 'LENDER'] as const;
export type Party = (typeof parties)[number];
/** As the GraphQL API shows it. */
export type EscrowRole = Party | 'OPERATOR';
/** Who may attempt a transition: a user in a role, the platform (SYSTEM), or someone who is not a party. */
export type EscrowActorRole = EscrowRole | 'SYSTEM' | 'OUTSIDER';

/** The party of a role, where the rules admit only parties. */
export function toPartyRole(role: EscrowActorRole): Party {
  return role === 'BORROWER' ? 'BORROWER' : 'LENDER';
}

/** The registered holder of the domain during the loan. */
export type Holder = 'BORROWER' | 'PLATFORM';
