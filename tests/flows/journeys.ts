/** The list of all journeys. */

import type { GetEnvironment } from './environment/test-environment.ts';
import { accounts } from './journeys/accounts.ts';
import { agreements, agreementsInTime, performanceInTime } from './journeys/agreements.ts';
import { amendments } from './journeys/amendments.ts';
import { assignments } from './journeys/assignments.ts';
import { authCodes } from './journeys/auth-codes.ts';
import { bentLoans } from './journeys/bent-loans.ts';
import { blockedActionsJourney } from './journeys/blocked-actions.ts';
import { byGraphql } from './journeys/by-graphql.ts';
import { cancellations } from './journeys/cancellations.ts';
import { countries } from './journeys/countries.ts';
import { custody } from './journeys/custody.ts';
import { demoDay } from './journeys/demo-day.ts';
import { digests } from './journeys/digests.ts';
import { disruptions } from './journeys/disruptions.ts';
import { dueDays } from './journeys/due-days.ts';
import { figures } from './journeys/figures.ts';
import { heldDomains } from './journeys/held-domains.ts';
import { holds } from './journeys/holds.ts';
import { hostile } from './journeys/hostile.ts';
import { inTime } from './journeys/in-time.ts';
import { instalmentDefaults } from './journeys/instalment-defaults.ts';
import { instalments } from './journeys/instalments.ts';
import { live } from './journeys/live.ts';
import { liveOwn } from './journeys/live-own.ts';
import { loanEndings } from './journeys/loan-endings.ts';
import { loanPayees, loanPayeesInTime } from './journeys/loan-payees.ts';
import { missedDeadlines } from './journeys/missed-deadlines.ts';
import { money } from './journeys/money.ts';
import { notificationCenter } from './journeys/notification-center.ts';
import { ownLists } from './journeys/own-lists.ts';
import { payments } from './journeys/payments.ts';
import { planKinds } from './journeys/plan-kinds.ts';
import { races } from './journeys/races.ts';
import { racesInTime } from './journeys/races-in-time.ts';
import { refinances } from './journeys/refinances.ts';
import { refunds } from './journeys/refunds.ts';
import { registrationEnds } from './journeys/registration-ends.ts';
import { registrations } from './journeys/registrations.ts';
import { repaidLoan } from './journeys/repaid-loan.ts';
import { transferLocks } from './journeys/transfer-locks.ts';
import { transferWait } from './journeys/transfer-wait.ts';

export type Journey = (environment: GetEnvironment) => void;

export const journeys: Journey[] = [
  repaidLoan,
  byGraphql,
  cancellations,
  loanEndings,
  heldDomains,
  holds,
  agreements,
  countries,
  disruptions,
  custody,
  races,
  money,
  refunds,
  accounts,
  notificationCenter,
  live,
  liveOwn,
  ownLists,
  loanPayees,
  figures,
];

/** Invalid input in every call; run by heavy tests only, because the input is random. */
export const hostileJourneys: Journey[] = [hostile];

/** Advance the product's clock past the deadlines of a loan. */
export const deadlineJourneys: Journey[] = [
  inTime,
  agreementsInTime,
  performanceInTime,
  racesInTime,
  missedDeadlines,
  bentLoans,
  amendments,
  assignments,
  blockedActionsJourney,
  payments,
  loanPayeesInTime,
  digests,
];

/** The journeys whose outcome could differ if each service is a process. */
export const distributedJourneys: Journey[] = [
  repaidLoan,
  races,
  accounts,
  notificationCenter,
  live,
  liveOwn,
  loanPayees,
];

/** The same of those that advance the clock. */
export const distributedDeadlineJourneys: Journey[] = [inTime, racesInTime, digests];

/** Advance the product's clock to the due date, and through the year of a registration. */
export const calendarJourneys: Journey[] = [
  dueDays,
  refinances,
  registrations,
  transferLocks,
  transferWait,
  authCodes,
  registrationEnds,
  demoDay,
];

/** Loans with instalments, month by month. */
export const planJourneys: Journey[] = [instalments, instalmentDefaults, planKinds];
