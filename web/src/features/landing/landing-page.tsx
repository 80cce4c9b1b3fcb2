/** The front page: what Nameloan is, who holds what, both ways step by step, and what a loan costs. */

import { LinkButton } from '../../ui/link-button.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { BorrowArt } from './borrow-art.tsx';
import { Flow } from './flow.tsx';
import { Hero } from './hero.tsx';
import { LendArt } from './lend-art.tsx';

import { borrowing, lending } from './steps.ts';
import { WhatALoanCosts } from './what-a-loan-costs.tsx';
import { WhoHoldsWhat } from './who-holds-what.tsx';

export function LandingPage() {
  return (
    <div className="bg-surface">
      <SkipLink />
      <Hero>
        <WhoHoldsWhat />
        <Flow
          id="borrow"
          title="Borrowing"
          lead="Raise working capital against a name you already own."
          steps={borrowing}
          art={<BorrowArt />}
          action={
            <LinkButton to="/register" variant="primary" size="landing">
              Get a Loan
            </LinkButton>
          }
        />
        <WhatALoanCosts />
        <Flow
          id="lend"
          title="Lending"
          lead="Fund a loan you have judged yourself, with the name as security."
          steps={lending}
          art={<LendArt />}
          action={
            <LinkButton to="/domains" size="landing">
              Browse Listings
            </LinkButton>
          }
          flipped
        />
      </Hero>
      <PublicFooter />
    </div>
  );
}
