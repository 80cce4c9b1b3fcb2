/** The names of the demo data that back no loan, their listings and offers, and what people pay in. */

import type { Terms } from '@nameloan/driver/steps';
import type { AccountName } from './accounts.ts';
import type { Day } from './days.ts';

const at = (amount: number, apy: number, term: number): Terms => ({ amount, apy, term });

export interface DomainRow {
  day: Day;
  owner: AccountName;
  name: string;
  /**
   * `added`: its record is not set. `missed`: it was looked for in vain. `proven`: its owner is known.
   * `requested`: its transfer is pending at the registrar. `held`: in custody. `leaving`: transfer out.
   */
  is: 'added' | 'missed' | 'proven' | 'requested' | 'held' | 'leaving' | 'renewed';
}

/** Those of listings and loans are proven with them. */
export const domains: readonly DomainRow[] = [
  { day: 0, owner: 'ada', name: 'quietmoney.io', is: 'held' },
  { day: 0, owner: 'lin', name: 'winterlight.io', is: 'held' },
  { day: 41, owner: 'ada', name: 'quietmoney.io', is: 'renewed' },
  { day: 62, owner: 'ada', name: 'saltmarsh.org', is: 'proven' },
  { day: 62, owner: 'lin', name: 'window.app', is: 'proven' },
  { day: 71, owner: 'ada', name: 'the-long-hyphenated-example-name.photography', is: 'proven' },
  { day: 71, owner: 'ada', name: 'ninefold.xyz', is: 'missed' },
  { day: 71, owner: 'lin', name: 'driftwood.net', is: 'missed' },
  { day: 73, owner: 'ada', name: 'münze.com', is: 'added' },
  { day: 72, owner: 'ada', name: 'tidewater.com', is: 'requested' },
  { day: 72, owner: 'ada', name: 'northfold.com', is: 'leaving' },
  { day: 72, owner: 'lin', name: 'winterlight.io', is: 'leaving' },
];

export type ListingRow = [day: Day, owner: AccountName, name: string, asks: Terms];

/** Amounts about the low end of the names' automatic estimates, as a careful lender would have it. */
export const listings: readonly ListingRow[] = [
  [41, 'noor', 'granite.com', at(380, 10, 120)],
  [41, 'ada', 'vellum.app', at(125, 16, 90)],
  [62, 'theo', 'sundial.co', at(450, 15, 180)],
  [62, 'noor', 'bridge.me', at(750, 12, 365)],
  [62, 'lin', 'homeport.com', at(1050, 12.5, 365)],
  [62, 'lin', 'summit.biz', at(480, 17, 90)],
  [62, 'ada', 'cedar.me', at(1000, 12, 180)],
  [62, 'theo', 'ledger.xyz', at(600, 16.5, 60)],
  [71, 'noor', 'firstlight.org', at(270, 9.5, 270)],
  [71, 'noor', 'bücherwurm.com', at(75, 18, 90)],
  [71, 'theo', 'restaurantdirectory.com', at(100, 20, 45)],
  [71, 'ada', 'quietmoney.io', at(300, 14, 120)],
  [71, 'lin', 'goldleaf.net', at(370, 13, 90)],
  [71, 'ada', 'stonebridge.org', at(220, 13, 120)],
  [71, 'noor', 'nightowl.dev', at(240, 14.5, 30)],
  [71, 'lin', 'signal.tech', at(590, 15, 120)],
  [71, 'lin', 'compass.io', at(1700, 13, 240)],
  [71, 'ada', 'atlas.ai', at(4200, 11.5, 365)],
];

export interface OfferRow {
  day: Day;
  by: AccountName;
  on: string;
  terms: Terms;
  message?: string;
  /** Its outcome; an unanswered offer of day 62 has expired by day 71. */
  ends?: 'denied' | 'rescinded';
}

export const offers: readonly OfferRow[] = [
  { day: 62, by: 'lin', on: 'vellum.app', terms: at(110, 17, 90) },
  { day: 62, by: 'ada', on: 'homeport.com', terms: at(1000, 13, 365) },
  { day: 71, by: 'lin', on: 'cedar.me', terms: at(700, 19, 180), ends: 'denied' },
  { day: 71, by: 'lin', on: 'stonebridge.org', terms: at(220, 13, 120), ends: 'rescinded' },
  { day: 71, by: 'ada', on: 'summit.biz', terms: at(400, 21, 60), ends: 'denied' },
  { day: 71, by: 'ada', on: 'signal.tech', terms: at(590, 15, 120), ends: 'rescinded' },
  {
    day: 73,
    by: 'lin',
    on: 'atlas.ai',
    terms: at(4000, 11.5, 365),
    message: 'A little less than you ask for, at your rate. I could send it this week.',
  },
  { day: 73, by: 'theo', on: 'atlas.ai', terms: at(4200, 12.5, 270) },
  {
    day: 73,
    by: 'noor',
    on: 'cedar.me',
    terms: at(1000, 12, 180),
    message: 'I know this name well. Your terms are mine.',
  },
  {
    day: 73,
    by: 'ada',
    on: 'compass.io',
    terms: at(1600, 12.5, 240),
    message: 'Happy to lend on this one, half a point lower.',
  },
  { day: 73, by: 'noor', on: 'compass.io', terms: at(1700, 13, 180) },
  { day: 73, by: 'theo', on: 'signal.tech', terms: at(550, 15, 120) },
  { day: 73, by: 'ada', on: 'bridge.me', terms: at(750, 11.5, 365) },
];

export interface PaymentRow {
  day: Day;
  who: AccountName;
  /** Dollars. No two of one person are alike: by its amount a payment is known again. */
  amount: number;
  by: 'card' | 'crypto';
  /** `open`: the payer has not come back yet. */
  is: 'paid' | 'failed' | 'refunded' | 'open';
}

/** The first of each person pays the fees of all their transfers. */
export const payments: readonly PaymentRow[] = [
  { day: 0, who: 'ada', amount: 400, by: 'card', is: 'paid' },
  { day: 0, who: 'lin', amount: 350, by: 'crypto', is: 'paid' },
  { day: 0, who: 'noor', amount: 100, by: 'card', is: 'paid' },
  { day: 0, who: 'theo', amount: 100, by: 'card', is: 'paid' },
  { day: 41, who: 'ada', amount: 60, by: 'card', is: 'refunded' },
  { day: 62, who: 'ada', amount: 75, by: 'card', is: 'failed' },
  { day: 62, who: 'lin', amount: 120, by: 'crypto', is: 'failed' },
  { day: 71, who: 'lin', amount: 80, by: 'card', is: 'paid' },
  { day: 72, who: 'ada', amount: 150, by: 'crypto', is: 'paid' },
  { day: 73, who: 'ada', amount: 90, by: 'crypto', is: 'open' },
  { day: 73, who: 'ada', amount: 25, by: 'card', is: 'open' },
  { day: 73, who: 'lin', amount: 50, by: 'card', is: 'open' },
];
