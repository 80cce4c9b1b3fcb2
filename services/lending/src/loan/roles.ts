/** The sides of a loan: who someone is to it. */

export type Party = 'BORROWER' | 'LENDER';
/** As the people's API shows it. */
export type EscrowRole = Party | 'OPERATOR';
/** Whoever makes a move: a person in a role, a fact or the clock (SYSTEM), or someone who is no party. */
export type EscrowActorRole = EscrowRole | 'SYSTEM' | 'OUTSIDER';

/** The party that a role is where the table lets only parties through. */
export function sideOf(role: EscrowActorRole): Party {
  return role === 'BORROWER' ? 'BORROWER' : 'LENDER';
}
