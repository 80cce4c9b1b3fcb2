/** The fields of a proposed amendment, those of its kind, with what they would leave. */

import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatDay } from '../../../../format/day.ts';
import { formatMoney } from '../../../../format/money.ts';
import { formatRate } from '../../../../format/percent.ts';
import { usePageQuery } from '../../../../graph/use-page-query.ts';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { MoneyField } from '../../../../ui/form/money-field.tsx';
import { PercentField } from '../../../../ui/form/percent-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextAreaField } from '../../../../ui/form/text-area-field.tsx';
import type { Loan } from '../../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../../loan-parties.ts';
import { ExtensionDaysDocument } from '../amendments.generated.ts';
import { EffectPreview } from './effect-preview.tsx';
import { PlanFields } from './plan-fields.tsx';
import type { buildProposalSchema, ProposalText } from './proposal-schema.ts';
import {
  findDueDays,
  findOnePaymentDays,
  formatPresentDue,
  needsDue,
  toDraft,
} from './proposal-schema.ts';

export interface ProposalFieldsProps {
  loan: Loan;
  schema: ReturnType<typeof buildProposalSchema>;
  /** A counter-proposal has the kind of the one that it answers. */
  isCounter: boolean;
}

export function ProposalFields({ loan, schema, isCounter }: ProposalFieldsProps) {
  const typed = useWatch<ProposalText>() as ProposalText;
  const draft = useDraft(schema, typed);
  const { balance } = loan;
  const principal = balance?.principal ?? loan.amount;
  const isRaised = typed.kind === 'PRINCIPAL_UP';
  return (
    <div className="space-y-4">
      {!isCounter && <SelectField name="kind" label="What changes?" options={listKinds(loan)} />}
      <TermFields loan={loan} typed={typed} />
      {typed.kind !== '' && (
        <>
          <SelectField
            name="interest"
            label="Interest to date"
            options={[
              { value: 'KEEP', label: 'Stays due' },
              { value: 'PAY', label: isRaised ? 'Is set off' : 'Is paid with the change' },
            ]}
          />
          <MoneyField
            name="fee"
            label="Fee (optional)"
            hint={`From ${getFirstName(loan.borrowerName)} to ${getFirstName(loan.lenderName)}${isRaised ? ', set off' : ''}, up to ${formatMoney(Math.floor(principal / 10))}`}
          />
          <EffectPreview loan={loan} draft={draft} />
        </>
      )}
      <TextAreaField
        name="message"
        label="Message (optional)"
        hint={`Visible to ${getFirstName(getCounterpartyName(loan))} and to operators`}
        rows={3}
      />
    </div>
  );
}

/** A waiver is offered once there is something to waive. */
const listKinds = ({ balance }: Loan) => [
  { value: '', label: 'Choose' },
  { value: 'EXTEND', label: 'The due date' },
  { value: 'RATE', label: 'The rate' },
  { value: 'PLAN', label: 'How it is repaid' },
  { value: 'PRINCIPAL_UP', label: 'The lender pays further principal' },
  { value: 'PRINCIPAL_DOWN', label: 'A part of the principal is repaid now' },
  ...(balance && balance.fees + balance.defaultInterest > 0
    ? [{ value: 'WAIVE', label: 'Late fees and default interest are waived' }]
    : []),
];

function TermFields({ loan, typed }: { loan: Loan; typed: ProposalText }) {
  const { balance } = loan;
  const { kind } = typed;
  const { plan } = typed.terms;
  const presentRate = `Now ${formatRate(loan.presentTerms.rate)}`;
  switch (kind) {
    case 'EXTEND':
      return (
        <>
          <ExtensionField loan={loan} />
          <PercentField name="terms.rate" label="New yearly rate (optional)" hint={presentRate} />
        </>
      );
    case 'PLAN':
      return (
        <>
          <PlanFields loan={loan} plan={plan} />
          {needsDue(kind, plan) && <OnePaymentField loan={loan} typed={typed} />}
        </>
      );
    case 'RATE':
      return <PercentField name="terms.rate" label="New yearly rate" hint={presentRate} />;
    case 'PRINCIPAL_UP':
    case 'PRINCIPAL_DOWN':
      return (
        <MoneyField
          name="terms.amount"
          label={kind === 'PRINCIPAL_UP' ? 'Further principal' : 'Principal repaid with the change'}
          hint={`Principal now: ${formatMoney(balance?.principal ?? loan.amount)}`}
        />
      );
    case 'WAIVE':
      return (
        <>
          <MoneyField
            name="terms.lateFees"
            label="Late fees, up to (optional)"
            hint={`Unpaid today: ${formatMoney(balance?.fees ?? 0)}`}
          />
          <MoneyField
            name="terms.defaultInterest"
            label="Default interest, up to (optional)"
            hint={`Unpaid today: ${formatMoney(balance?.defaultInterest ?? 0)}`}
          />
        </>
      );
    default:
      return null;
  }
}

/** A date; of a loan with equal periods the end of one of them. */
function ExtensionField({ loan }: { loan: Loan }) {
  const { id, presentTerms } = loan;
  const isOnce = presentTerms.plan === 'BULLET';
  const hasPeriods = presentTerms.period !== null;
  const { data, problem } = usePageQuery(ExtensionDaysDocument, hasPeriods ? { id } : null);
  const hint = `Now ${formatPresentDue(loan)}`;
  if (!hasPeriods) {
    const { from, to } = findDueDays(loan);
    const label = isOnce ? 'New due date' : 'Last payment';
    return <DateField name="terms.due" label={label} min={from} max={to} hint={hint} />;
  }
  const days = data?.escrow?.extensionDays ?? [];
  const isFull = data !== undefined && days.length === 0;
  return (
    <SelectField
      name="terms.due"
      label="Last payment"
      options={[
        { value: '', label: 'Choose' },
        ...days.map((value) => ({ value, label: formatDay(value) })),
      ]}
      hint={problem?.message ?? (isFull ? 'No later one is possible. Propose another plan.' : hint)}
    />
  );
}

/** The amendment counts before it. */
function OnePaymentField({ loan, typed }: { loan: Loan; typed: ProposalText }) {
  const { from, to } = findOnePaymentDays(loan, typed);
  return (
    <DateField
      name="terms.due"
      label="New due date"
      min={from}
      max={to}
      hint={`From ${formatDay(from)} to ${formatDay(to)}`}
    />
  );
}

/** While the reader types, the figures wait for the end of a word. */
const settleMs = 300;

/** The typed terms; undefined while they are incomplete or wrong. */
function useDraft(schema: ProposalFieldsProps['schema'], typed: ProposalText) {
  const parsed = z.safeParse(schema, { ...typed, message: '' });
  const current = parsed.success ? JSON.stringify(toDraft(parsed.data)) : '';
  const [settled, setSettled] = useState(current);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(current), settleMs);
    return () => clearTimeout(timer);
  }, [current]);
  return settled === '' || current === '' ? undefined : JSON.parse(settled);
}
