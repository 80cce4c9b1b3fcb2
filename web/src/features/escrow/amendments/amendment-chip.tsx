/** Next to a loan's status: an amendment that waits for its reader. */

import { Hourglass } from 'lucide-react';
import { Chip } from '../../../ui/display/chip.tsx';
import type { Loan } from '../loan-parties.ts';
import type { AmendmentTask } from './find-amendment.ts';
import { findAmendmentTask, findLiveAmendment } from './find-amendment.ts';

const labels: Record<AmendmentTask, string> = {
  answer: 'Proposal to answer',
  sign: 'Amendment to sign',
  pay: 'Amendment to pay',
  confirm: 'Payment to confirm',
};

export function AmendmentChip({ loan }: { loan: Loan }) {
  const amendment = findLiveAmendment(loan);
  const task = amendment && findAmendmentTask(loan, amendment);
  if (!task) return null;
  return (
    <Chip tone="amber" icon={Hourglass}>
      {labels[task]}
    </Chip>
  );
}
