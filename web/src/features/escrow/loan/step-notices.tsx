/** In the next step of a loan: its open amendment and its refinancing, with the ways to their cards. Few loans have one. */

import { AmendmentNotice } from '../amendments/amendment-notice.tsx';
import { RefinanceNotice } from '../legs/refinance-notice.tsx';
import type { Loan } from '../loan-parties.ts';

export function StepNotices({ loan, now }: { loan: Loan; now: Date }) {
  return (
    <>
      <AmendmentNotice loan={loan} now={now} />
      {(loan.replaces ?? loan.replacedBy) !== null && <RefinanceNotice loan={loan} />}
    </>
  );
}
