/** The dispute and the files of a loan: its escalation, deadlines, proposed outcome, and the evidence of both parties. */

import type { ReactNode } from 'react';
import { formatTimeLeft } from '../../../format/moment.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { AddEvidence } from '../evidence/add-evidence.tsx';
import { EvidenceFiles } from '../evidence/evidence-files.tsx';
import type { Loan } from '../loan-parties.ts';
import { labelParty } from '../loan-parties.ts';

export function DisputeCard({ loan }: { loan: Loan }) {
  const { status, evidence, escalation } = loan;
  const title = status === 'ESCALATED' ? 'Dispute' : escalation ? 'Past dispute' : 'Files';
  const filterFiles = (party: 'BORROWER' | 'LENDER') => evidence.filter(({ by }) => by === party);
  return (
    <Card title={title}>
      <Escalation loan={loan} />
      <Dates loan={loan} />
      <Proposal loan={loan} />
      <div className="mt-4 grid gap-x-8 gap-y-4 border-t border-line pt-4 sm:grid-cols-2">
        <EvidenceFiles owner={labelParty(loan, 'BORROWER')} files={filterFiles('BORROWER')} />
        <EvidenceFiles owner={labelParty(loan, 'LENDER')} files={filterFiles('LENDER')} />
      </div>
      <div id="add-evidence">
        <AddEvidence loan={loan} />
      </div>
    </Card>
  );
}

function Escalation({ loan }: { loan: Loan }) {
  const now = useNow();
  const { escalation } = loan;
  if (!escalation) return null;
  const { at, by, reason, evidence } = escalation;
  const who = by === 'BORROWER' || by === 'LENDER' ? labelParty(loan, by) : 'Nameloan';
  return (
    <div className="mt-1">
      <p>
        <bdi className="font-semibold wrap-anywhere">{who}</bdi> escalated this loan on{' '}
        <Time value={at} as="short-day-time" now={now} />.
      </p>
      {reason && <Quoted>{reason}</Quoted>}
      {evidence && <Quoted>{evidence}</Quoted>}
    </div>
  );
}

function Quoted({ children }: { children: ReactNode }) {
  return (
    <blockquote
      dir="auto"
      className="mt-2 border-l-2 border-line-strong pl-3 text-ink-2 wrap-anywhere whitespace-pre-wrap"
    >
      {children}
    </blockquote>
  );
}

function Dates({ loan }: { loan: Loan }) {
  const now = useNow();
  const { disputeDates } = loan;
  if (!disputeDates) return null;
  const { evidenceUntil, decisionDue } = disputeDates;
  const complete = loan.evidenceDone.flatMap((party) =>
    party === 'OPERATOR' ? [] : [labelParty(loan, party)],
  );
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {[
        { label: 'Evidence until', at: evidenceUntil, over: 'over' },
        { label: 'Decision due', at: decisionDue, over: null },
      ].map(({ label, at, over }) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="font-semibold">
            <Time value={at} as="short-day-time" now={now} />
            <span className="num font-normal text-ink-2">
              , {over && Date.parse(at) <= now.getTime() ? over : formatTimeLeft(at, now)}
            </span>
          </dd>
        </div>
      ))}
      {complete.length > 0 && (
        <div>
          <dt className="text-xs text-ink-3">Evidence complete</dt>
          <dd className="font-semibold">{complete.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function Proposal({ loan }: { loan: Loan }) {
  const { settlement } = loan;
  if (!settlement || settlement.by === 'OPERATOR') return null;
  const who = labelParty(loan, settlement.by);
  return (
    <p className="mt-4 rounded-md bg-amber-bg px-4 py-2.5 text-amber wrap-anywhere">
      <bdi className="font-semibold">{who}</bdi> {who === 'You' ? 'propose' : 'proposes'}:{' '}
      {settlement.label}.
    </p>
  );
}
