/** What each domain of a page waits for: its loan's next step, and the first offer that expires. */

import { createContext, useContext } from 'react';
import type { DomainDeadlinesFragment } from './my-domains-page.generated.ts';

type WaitingLoan = NonNullable<DomainDeadlinesFragment['waitingLoans']>['escrows'][number];
type WaitingOffers = NonNullable<DomainDeadlinesFragment['waitingOffers']>['domains'][number];

export interface DomainDeadlines {
  /** The loan that waits for the reader. */
  loan: WaitingLoan | undefined;
  offers: WaitingOffers | undefined;
  /** Whether `loan` is all there is: not while lending is unavailable. */
  complete: boolean;
}

/** Undefined while lending is unavailable. */
export const DeadlinesContext = createContext<DomainDeadlinesFragment | undefined>(undefined);

function findDeadlines(
  deadlines: DomainDeadlinesFragment | undefined,
  id: string,
): DomainDeadlines {
  const loans = deadlines?.waitingLoans;
  return {
    loan: loans?.escrows.find(({ domainId }) => domainId === id),
    offers: deadlines?.waitingOffers?.domains.find(({ domainId }) => domainId === id),
    complete: loans ? loans.total <= loans.escrows.length : false,
  };
}

export const useDeadlines = (id: string): DomainDeadlines =>
  findDeadlines(useContext(DeadlinesContext), id);
