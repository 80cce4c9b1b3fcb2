/** In the next step of a loan: the amendment that waits, and the way to its card, which is far down on a phone. Loads later: few loans have one. */

import { formatTimeLeft } from '../../../format/moment.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Time } from '../../../ui/display/time.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { describeState } from './describe-state.ts';
import type { AmendmentTask } from './find-amendment.ts';
import {
  amendmentsId,
  findAmendmentTask,
  findLiveAmendment,
  findNextAmendment,
} from './find-amendment.ts';

const verbs: Record<AmendmentTask, string> = {
  answer: 'Answer the Proposal',
  sign: 'Sign the Amendment',
  pay: 'Pay for the Amendment',
  confirm: 'Confirm the Payment',
};

function showAmendments() {
  const card = document.getElementById(amendmentsId);
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector<HTMLElement>('section button, section a')?.focus({ preventScroll: true });
}

export function AmendmentNotice({ loan, now }: { loan: Loan; now: Date }) {
  const amendment = findLiveAmendment(loan);
  if (!amendment || isClosed(loan)) return null;
  const { expiresAt } = amendment;
  // Then the first lines of the card are about it.
  const isNext = findNextAmendment(loan) !== undefined;
  const task = findAmendmentTask(loan, amendment);
  return (
    <div className={isNext ? 'mt-2' : 'mt-3 border-t border-line pt-3'}>
      {!isNext && <p className="font-semibold wrap-anywhere">{describeState(loan, amendment)}</p>}
      {!isNext && expiresAt !== null && (
        <p className="text-xs text-ink-2">
          By <Time value={expiresAt} as="short-day-time" now={now} />
          {' · '}
          <span className="num whitespace-nowrap">{formatTimeLeft(expiresAt, now)}</span>
        </p>
      )}
      {isNext && task ? (
        <Button variant="primary" className="mt-2 w-full" onClick={showAmendments}>
          {verbs[task]}
        </Button>
      ) : (
        <Button size="row" className="mt-2" onClick={showAmendments}>
          {task ? verbs[task] : 'See Amendment'}
        </Button>
      )}
    </div>
  );
}
