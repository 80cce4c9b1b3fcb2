/** In the next step of a loan: what the reader has to do about its refinancing, and the way to its card. Loads later. */

import { Button } from '../../../ui/button/button.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import type { RefinanceTask } from './refinance-task.ts';
import { findRefinanceTask, isBeingReplaced, paymentsId, refinanceId } from './refinance-task.ts';

const verbs: Record<RefinanceTask, string> = {
  letter: 'Answer the Payoff Letter',
  confirm: 'Confirm the Payment',
  payoff: 'Pay the Old Lender',
  topUp: 'Pay the Rest',
  surplus: 'Send the Surplus',
};

function showCard(id: string) {
  const card = document.getElementById(id);
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
}

export function RefinanceNotice({ loan }: { loan: Loan }) {
  const task = findRefinanceTask(loan);
  const isOld = isBeingReplaced(loan);
  if (isClosed(loan) || (!task && !isOld)) return null;
  const show = () => showCard(task === 'confirm' ? paymentsId : refinanceId);
  return (
    <div className={isOld ? 'mt-3 border-t border-line pt-3' : 'mt-2'}>
      {isOld && <p className="font-semibold wrap-anywhere">{describe(loan)}</p>}
      {task && task !== 'letter' ? (
        <Button variant="primary" className="mt-2 w-full" onClick={show}>
          {verbs[task]}
        </Button>
      ) : (
        <Button size="row" className="mt-2" onClick={show}>
          {task ? verbs[task] : 'See Refinancing'}
        </Button>
      )}
    </div>
  );
}

const describe = ({ role }: Loan): string =>
  role === 'BORROWER' ? 'You refinance this loan.' : 'The borrower refinances this loan.';
