/** The dialog for an offer on a listing; it starts with the listed terms. */

import { useQuery } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { toALabel } from '../../format/a-label.ts';
import { computeDueAt } from '../../format/due-day.ts';
import { formatShortDay } from '../../format/short-day.ts';
import { toErrorDetails } from '../../graph/api-error.ts';
import { businessToday, useNow } from '../../graph/business-time.ts';
import { useAction } from '../../graph/use-action.ts';
import { useLoanBounds } from '../../graph/use-loan-bounds.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import type { Fact } from '../../ui/display/facts.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { ValueBar } from '../../ui/display/value-bar.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { DaysField } from '../../ui/form/days-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { PercentField } from '../../ui/form/percent-field.tsx';
import {
  daysRule,
  moneyRule,
  noTermRule,
  optionalTextRule,
  percentRule,
} from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { contractNames } from '../../ui/loan/contract-names.ts';
import { fundingDays, graceDays } from '../../ui/loan/loan-days.ts';
import type { TermsInput } from '../../ui/loan/parse-loan-terms.ts';
import { formatBounds } from '../../ui/loan/parse-loan-terms.ts';
import { refinanceTexts } from '../../ui/loan/refinance-texts.ts';
import { describeMissedPayment } from '../../ui/plan/describe-missed-payment.ts';
import { findTypedTerm } from '../../ui/plan/find-typed-term.ts';
import { LoanCostSummary } from '../../ui/plan/loan-cost-summary.tsx';
import { parsePlannedTerms } from '../../ui/plan/parse-planned-terms.ts';
import { PlanFields } from '../../ui/plan/plan-fields.tsx';
import { readPlanForSubmit } from '../../ui/plan/read-for-submit.ts';
import type { TypedPlan } from '../../ui/plan/typed-plan.ts';
import { toTypedPlan } from '../../ui/plan/typed-plan.ts';
import type { ListingCardFragment } from './listing-card.generated.ts';
import { MakeOfferDocument, OfferBasisDocument } from './make-offer-dialog.generated.ts';
import { toInput } from './use-typed-terms.ts';

const OfferWarnings = lazyComponent(
  async () => (await import('../../graph/diligence/offer-warnings.tsx')).OfferWarnings,
);

const rules = { amount: moneyRule(), rate: percentRule(), message: optionalTextRule() };
const schema = z.object({ ...rules, term: daysRule() });
/** The term of a plan with several payments follows from it. */
const plannedSchema = z.object({ ...rules, term: noTermRule() });
type Values = z.output<typeof schema> | z.output<typeof plannedSchema>;

export interface MakeOfferDialogProps {
  listing: ListingCardFragment;
  /** What the reader has tried out; default: the listed terms. */
  initialTerms?: TermsInput | undefined;
  /** The plan that the reader has tried out; default: the listed one. */
  triedPlan?: TypedPlan | undefined;
  onClose: () => void;
}

export function MakeOfferDialog(props: MakeOfferDialogProps) {
  const { listing, initialTerms, triedPlan, onClose } = props;
  const { domainId, unicodeName } = listing;
  const [plan, setPlan] = useState(triedPlan ?? toTypedPlan(listing));
  const [makeOffer] = useAction(MakeOfferDocument);
  const [countryNeeded, setCountryNeeded] = useState(false);
  const send = async (values: Values) => {
    const { amount: amountCents, rate: rateBps, term: termDays } = values;
    const terms = { amountCents, rateBps, termDays, today: businessToday() };
    const read = await readPlanForSubmit(plan, terms);
    if (read.error) return read.error;
    try {
      await makeOffer({ ...values, domainId, ...read.planned });
    } catch (error) {
      setCountryNeeded(toErrorDetails(error).reason === 'COUNTRY_UNREADABLE');
      throw error;
    }
    showBanner('green', 'Offer sent');
    onClose();
    return undefined;
  };
  const initial = { ...(initialTerms ?? toInput(listing)), message: '' };
  return (
    <Dialog
      title={`Make Offer on ${unicodeName}`}
      description={
        <>
          {toALabel(unicodeName) !== unicodeName && (
            <Nameplate name={unicodeName} size="row" className="mb-1 block text-ink" />
          )}
          {initialTerms
            ? 'These are the terms that you tried out. The borrower may accept or deny them.'
            : 'These are the borrower’s terms. Match them or offer your own.'}
        </>
      }
      onClose={onClose}
    >
      <Form
        schema={plan.kind === 'BULLET' ? schema : plannedSchema}
        initial={initial}
        onSubmit={send}
        className="mt-5"
      >
        {countryNeeded && (
          <LinkButton to="/app/settings" size="row" className="mb-4">
            Choose your country in Settings
          </LinkButton>
        )}
        <OfferFields listing={listing} plan={plan} onPlan={setPlan} />
        <DialogActions>
          <SubmitButton>Make Offer</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface TypedOffer extends Omit<TermsInput, 'rate'> {
  rate: string;
}

/** What else decides about the offer. */
function listOfferFacts(agreement: string | undefined): Fact[] {
  return [
    { label: 'Agreement', value: agreement ?? '–' },
    { label: 'Grace', value: `${graceDays} days after a due date` },
    {
      label: 'Send the money',
      value: `Nothing now. Within ${fundingDays} days, once both have signed and the domain is in custody. After that the borrower may cancel.`,
    },
  ];
}

interface OfferFieldsProps {
  listing: ListingCardFragment;
  plan: TypedPlan;
  onPlan: (plan: TypedPlan) => void;
}

function OfferFields({ listing, plan, onPlan }: OfferFieldsProps) {
  const bounds = useLoanBounds();
  const now = useNow();
  const { data } = useQuery(OfferBasisDocument, { errorPolicy: 'all' });
  const kind = data?.self?.defaultContract ?? undefined;
  const days = data?.loanBounds?.offerDays;
  const { amount = '', term = '', rate = '' } = useWatch<TypedOffer>();
  const { terms, outOfRange } = parsePlannedTerms({ amount, term, rate }, { plan, bounds });
  const isOnce = plan.kind === 'BULLET';
  return (
    <>
      <p className="mb-4 font-semibold">
        {days
          ? `The borrower can accept until ${formatShortDay(computeDueAt(days, now), now)}; you can rescind your offer`
          : 'You can rescind your offer'}{' '}
        until it is accepted.{' '}
        {describeMissedPayment(listing.unicodeName, { reader: 'lender', isPlanned: !isOnce })}
        {listing.refinances !== null && ` ${refinanceTexts.lender}`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          label="Loan amount"
          name="amount"
          hint={outOfRange.amount}
          className="sm:col-span-2"
        />
        <ValueBar
          estimate={listing.appraisal}
          ownerValueCents={listing.ownerValue}
          loanCents={terms?.amountCents}
          className="sm:col-span-2"
        />
        <PercentField
          label="Rate"
          name="rate"
          hint={formatBounds(bounds).rate}
          className={isOnce ? undefined : 'sm:col-span-2'}
        />
        {isOnce && <DaysField label="Term" name="term" hint={outOfRange.term} />}
      </div>
      <PlanFields typed={plan} onType={onPlan} />
      <LoanCostSummary
        terms={terms}
        plan={plan}
        today={businessToday()}
        transferFeeCents={listing.disclosure.transferFee}
        more={listOfferFacts(kind && contractNames[kind])}
        side="lender"
        className="mt-4 block rounded-md bg-sunken px-4 py-1.5"
      />
      <Suspense fallback={null}>
        <OfferWarnings
          listingId={listing.id}
          termDays={isOnce ? terms?.termDays : findTypedTerm(plan, businessToday())}
        />
      </Suspense>
      <TextAreaField
        label="Message"
        name="message"
        rows={3}
        hint="Optional. Sent with your offer; becomes the first chat message."
        className="mt-4"
      />
    </>
  );
}
