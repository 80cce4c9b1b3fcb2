/** The cards of a loan that only operators see, loaded together. */

import type { Loan } from '../loan-parties.ts';
import { ContractCard } from './contract-card.tsx';
import { HeldCard } from './held-card.tsx';
import { PayeesCard } from './payees-card.tsx';

export function OperatorCards({ loan }: { loan: Loan }) {
  return (
    <>
      {loan.held && <HeldCard loan={loan} />}
      <PayeesCard loan={loan} />
      <ContractCard loan={loan} />
    </>
  );
}
