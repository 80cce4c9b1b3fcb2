/** A lender's results below their loans: interest, yield, exposure and seized domains. The server computes all figures. */

import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { saveFile } from '../../../graph/save-file.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ExposureCard } from './exposure-card.tsx';
import { InterestChart } from './interest-chart.tsx';
import type { PerformanceFragment } from './performance.generated.ts';
import { PerformanceDocument } from './performance.generated.ts';
import { PerformanceFigures } from './performance-figures.tsx';
import { SeizedCard } from './seized-card.tsx';

export function PerformanceSection() {
  const id = useId();
  const { data, problem, loading, retry } = usePageQuery(PerformanceDocument, {});
  const performance = data?.loanPerformance;
  return (
    <section aria-labelledby={id} className="mt-9">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-base">
          Results
        </h2>
        {performance && hasLent(performance) && <DownloadButton />}
      </div>
      <div className="empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Results" />}
      {performance && <Results performance={performance} />}
    </section>
  );
}

const hasLent = ({ openLoans, repaidLoans, seizedLoans, undecidedLoans }: PerformanceFragment) =>
  openLoans + repaidLoans + seizedLoans + undecidedLoans > 0;

function Results({ performance }: { performance: PerformanceFragment }) {
  if (!hasLent(performance))
    return (
      <p className="text-ink-2">
        Your results start once a borrower has confirmed your first payment.
      </p>
    );
  const { asOf, months, borrowers, seized } = performance;
  return (
    <div className="space-y-5">
      <Card title="Interest">
        <PerformanceFigures performance={performance} />
        <InterestChart months={months} current={asOf.slice(0, 7)} />
        <Notes performance={performance} />
      </Card>
      {borrowers.length > 0 && <ExposureCard performance={performance} />}
      {seized.length > 0 && <SeizedCard performance={performance} />}
    </div>
  );
}

/** What the months and the yield leave out. */
function Notes({ performance }: { performance: PerformanceFragment }) {
  const { earnedBefore, expectedLater, undatedInterest, undecidedLoans, partialSince } =
    performance;
  const notes = [
    earnedBefore > 0 && `${formatMoney(earnedBefore)} was earned before these months.`,
    expectedLater > 0 && `${formatMoney(expectedLater)} is expected after them.`,
    undatedInterest > 0 &&
      `${formatMoney(undatedInterest)} has accrued on loans that are past due, claimed as repaid or in dispute. It isn’t assigned to a month.`,
    undecidedLoans > 0 &&
      (undecidedLoans === 1
        ? '1 loan that a decision ended with Nameloan is left out.'
        : `${undecidedLoans} loans that a decision ended with Nameloan are left out.`),
    partialSince && `Only your newest loans count, those since ${formatDay(partialSince)}.`,
    'Months and days are in UTC.',
  ].filter((note) => typeof note === 'string');
  return <p className="mt-4 text-xs text-ink-3">{notes.join(' ')}</p>;
}

function DownloadButton() {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const problem = await saveFile('/api/performance.csv', 'nameloan-performance.csv');
    setBusy(false);
    if (problem !== undefined) showBanner('red', problem);
  };
  return (
    <Button
      size="row"
      icon={Download}
      busy={busy}
      aria-label="Download the results as CSV"
      onClick={press}
    >
      CSV
    </Button>
  );
}
