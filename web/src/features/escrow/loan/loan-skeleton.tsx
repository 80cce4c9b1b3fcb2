/** The shape of a loan's page while it loads. */

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

const block = 'rounded-lg border border-line bg-surface';

export function LoanSkeleton() {
  return (
    <div aria-busy="true">
      <div className="mt-10 flex items-center gap-4" aria-hidden="true">
        <span className="size-16 rounded-full bg-line/60 max-sm:size-13" />
        <span className="h-8 w-52 rounded-xs bg-line/60" />
      </div>
      <div aria-hidden="true" className="mt-9 h-1.5 rounded-[3px] bg-line/60 sm:mb-14" />
      <div className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className={`${block} h-[30rem] max-lg:order-2 lg:h-[34rem]`}>
          <Skeleton rows={4} label="Loading the loan" />
        </div>
        <div className="space-y-5 max-lg:order-1" aria-hidden="true">
          <div className={`${block} h-64`} />
          <div className={`${block} h-[30rem]`} />
        </div>
      </div>
    </div>
  );
}
