/** The payoff letter: what repays the old loan on each of the next days, and the old lender's answer. */

import { Suspense, useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { isReplacing } from '../legs/find-refinance.ts';
import type { Loan } from '../loan-parties.ts';
import type { LetterProps } from './letter-props.ts';
import type { PayoffLetter } from './split-payoff.ts';
import { getPayoffToday } from './split-payoff.ts';

const SignLetterDialog = lazyComponent(
  async () => (await import('./letter-dialogs.tsx')).SignLetterDialog,
);
const CorrectLetterDialog = lazyComponent(
  async () => (await import('./letter-dialogs.tsx')).CorrectLetterDialog,
);

export function LetterView({ loan, letter, onSigned }: LetterProps) {
  const { days, perDay, to, payee } = letter;
  return (
    <section aria-label="Payoff letter" className="mt-3 border-t border-line pt-3">
      <h3 className="font-semibold">Payoff letter</h3>
      <Facts
        layout="list"
        lead
        className="mt-1"
        items={[
          { label: 'Payoff today', value: formatMoney(getPayoffToday(letter)) },
          { label: 'Each day adds about', value: formatMoney(perDay) },
          { label: 'Valid until', value: formatDay(to) },
          { label: 'Paid to', value: payee ?? 'Not chosen yet' },
        ]}
      />
      <details className="mt-2">
        <summary className="w-fit cursor-pointer font-semibold">Amount of each day</summary>
        <Facts
          layout="list"
          className="mt-1"
          items={days.map(({ date, amount }) => ({
            label: formatDay(date),
            value: formatMoney(amount),
          }))}
        />
      </details>
      <p className="mt-2 text-xs text-ink-2 wrap-anywhere">{describeAnswer(loan, letter)}</p>
      <LetterActions loan={loan} letter={letter} onSigned={onSigned} />
    </section>
  );
}

function describeAnswer(loan: Loan, { confirmed, reason }: PayoffLetter): string {
  const signer = isReplacing(loan)
    ? 'The old lender has'
    : loan.role === 'LENDER'
      ? 'You have'
      : 'The lender has';
  if (reason !== null) return `${signer} corrected it: “${reason}”`;
  if (confirmed) return `${signer} signed it. The amount must arrive in full.`;
  if (!isReplacing(loan) && loan.role === 'LENDER')
    return 'I release the domain to the new loan on receipt of this amount. Without your answer within 3 days, the parties go on with these amounts.';
  return `Computed by Nameloan; ${isReplacing(loan) ? 'the old lender' : 'the lender'} has not signed it. After 3 days without an answer, the new contract can be signed anyway.`;
}

type OpenDialog = 'SIGN' | 'CORRECT';

function LetterActions({ loan, letter, onSigned }: LetterProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const props = { loan, letter, onSigned, onClose: () => setOpen(undefined) };
  return (
    <>
      {loan.actions.includes('SIGN_LETTER') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setOpen('SIGN')}>
            Sign
          </Button>
          <Button onClick={() => setOpen('CORRECT')}>Correct</Button>
        </div>
      )}
      <Suspense fallback={null}>
        {open === 'SIGN' && <SignLetterDialog {...props} />}
        {open === 'CORRECT' && <CorrectLetterDialog {...props} />}
      </Suspense>
    </>
  );
}
