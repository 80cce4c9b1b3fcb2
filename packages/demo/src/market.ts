/** The demo's domains without a loan, its listings, offers and deposits. */

import type { Terms } from '@nameloan/driver/steps';
import type { AccountName } from './accounts.ts';
import type { Day } from './days.ts';

const terms = (amount: number, apy: number, term: number): Terms => ({ amount, apy, term });

export interface DomainRow {
  day: Day;
  owner: AccountName;
  name: string;
  /**
   * `added`: without a DNS record. `unverified`: the check did not find the record. `verified`: by DNS. `requested`: its
   * transfer waits for the registrar. `held`: in custody. `leaving`: transfer out.
   */
  state: 'added' | 'unverified' | 'verified' | 'requested' | 'held' | 'leaving' | 'renewed';
}

/** Domains of listings and loans are verified by their own steps. */
export const domains: readonly DomainRow[] = [
  { day: 0, owner: 'ada', name: 'quietmoney.io', state: 'held' },
  { day: 0, owner: 'lin', name: 'winterlight.io', state: 'held' },
  { day: 41, owner: 'ada', name: 'quietmoney.io', state: 'renewed' },
  { day: 62, owner: 'ada', name: 'saltmarsh.org', state: 'verified' },
  { day: 62, owner: 'lin', name: 'window.app', state: 'verified' },
  {
    day: 71,
    owner: 'ada',
    name: 'the-long-hyphenated-example-name.photography',
    state: 'verified',
  },
  { day: 71, owner: 'ada', name: 'ninefold.xyz', state: 'unverified' },
  { day: 71, owner: 'lin', name: 'driftwood.net', state: 'unverified' },
  { day: 73, owner: 'ada', name: 'münze.com', state: 'added' },
  { day: 72, owner: 'ada', name: 'tidewater.com', state: 'requested' },
  { day: 72, owner: 'ada', name: 'northfold.com', state: 'leaving' },
  { day: 72, owner: 'lin', name: 'winterlight.io', state: 'leaving' },
];

export type ListingRow = [day: Day, owner: AccountName, name: string, terms: Terms];

/** Amounts are near the low end of the automatic estimates, as a careful lender would choose. */
export const listings: readonly ListingRow[] = [
  [41, 'noor', 'granite.com', terms(380, 10, 120)],
  [41, 'ada', 'vellum.app', terms(125, 16, 90)],
  [62, 'theo', 'sundial.co', terms(450, 15, 180)],
  [62, 'noor', 'bridge.me', terms(750, 12, 365)],
  [62, 'lin', 'homeport.com', terms(1050, 12.5, 365)],
  [62, 'lin', 'summit.biz', terms(480, 17, 90)],
  [62, 'ada', 'cedar.me', terms(1000, 12, 180)],
  [62, 'theo', 'ledger.xyz', terms(600, 16.5, 60)],
  [71, 'noor', 'firstlight.org', terms(270, 9.5, 270)],
  [71, 'noor', 'bücherwurm.com', terms(75, 18, 90)],
  [71, 'theo', 'restaurantdirectory.com', terms(100, 20, 45)],
  [71, 'ada', 'quietmoney.io', terms(300, 14, 120)],
  [71, 'lin', 'goldleaf.net', terms(370, 13, 90)],
  [71, 'ada', 'stonebridge.org', terms(220, 13, 120)],
  [71, 'noor', 'nightowl.dev', terms(240, 14.5, 30)],
  [71, 'lin', 'signal.tech', terms(590, 15, 120)],
  [71, 'lin', 'compass.io', terms(1700, 13, 240)],
  [71, 'ada', 'atlas.ai', terms(4200, 11.5, 365)],
];

export interface OfferRow {
  day: Day;
  by: AccountName;
  on: string;
  terms: Terms;
  message?: string;
  /** Absent: unanswered; such an offer of day 62 has expired by day 71. */
  outcome?: 'denied' | 'rescinded';
}

export const offers: readonly OfferRow[] = [
  { day: 62, by: 'lin', on: 'vellum.app', terms: terms(110, 17, 90) },
  { day: 62, by: 'ada', on: 'homeport.com', terms: terms(1000, 13, 365) },
  { day: 71, by: 'lin', on: 'cedar.me', terms: terms(700, 19, 180), outcome: 'denied' },
  { day: 71, by: 'lin', on: 'stonebridge.org', terms: terms(220, 13, 120), outcome: 'rescinded' },
  { day: 71, by: 'ada', on: 'summit.biz', terms: terms(400, 21, 60), outcome: 'denied' },
  { day: 71, by: 'ada', on: 'signal.tech', terms: terms(590, 15, 120), outcome: 'rescinded' },
  {
    day: 73,
    by: 'lin',
    on: 'atlas.ai',
    terms: terms(4000, 11.5, 365),
    message: 'A little less than you ask for, at your rate. I could send it this week.',
  },
  { day: 73, by: 'theo', on: 'atlas.ai', terms: terms(4200, 12.5, 270) },
  {
    day: 73,
    by: 'noor',
    on: 'cedar.me',
    terms: terms(1000, 12, 180),
    message: 'I know this name well. Your terms are mine.',
  },
  {
    day: 73,
    by: 'ada',
    on: 'compass.io',
    terms: terms(1600, 12.5, 240),
    message: 'Happy to lend on this one, half a point lower.',
  },
  { day: 73, by: 'noor', on: 'compass.io', terms: terms(1700, 13, 180) },
  { day: 73, by: 'theo', on: 'signal.tech', terms: terms(550, 15, 120) },
  { day: 73, by: 'ada', on: 'bridge.me', terms: terms(750, 11.5, 365) },
];

export interface PaymentRow {
  day: Day;
  account: AccountName;
  /** Dollars. Unique per account, because the amount identifies the payment. */
  amount: number;
  by: 'card' | 'crypto';
  /** `open`: the payer has not finished the checkout. */
  state: 'paid' | 'failed' | 'refunded' | 'open';
}

/** The first deposit of each account covers the fees of all its transfers. */
export const payments: readonly PaymentRow[] = [
  { day: -26, account: 'ada', amount: 400, by: 'card', state: 'paid' },
  { day: 0, account: 'lin', amount: 350, by: 'crypto', state: 'paid' },
  { day: 0, account: 'noor', amount: 100, by: 'card', state: 'paid' },
  { day: 0, account: 'theo', amount: 100, by: 'card', state: 'paid' },
  { day: 41, account: 'ada', amount: 60, by: 'card', state: 'refunded' },
  { day: 62, account: 'ada', amount: 75, by: 'card', state: 'failed' },
  { day: 62, account: 'lin', amount: 120, by: 'crypto', state: 'failed' },
  { day: 71, account: 'lin', amount: 80, by: 'card', state: 'paid' },
  { day: 72, account: 'ada', amount: 150, by: 'crypto', state: 'paid' },
  { day: 73, account: 'ada', amount: 90, by: 'crypto', state: 'open' },
  { day: 73, account: 'ada', amount: 25, by: 'card', state: 'open' },
  { day: 73, account: 'lin', amount: 50, by: 'card', state: 'open' },
];
