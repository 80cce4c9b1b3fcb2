/** The front page: what Nameloan is, who holds what, both ways step by step, and what a loan costs. */

import { LinkButton } from '../../ui/button/link-button.tsx';
import { SkipLink } from '../../ui/focus/skip-link.tsx';
import { PublicFooter } from '../../ui/layout/public-footer.tsx';
import { BorrowArt } from './borrow-art.tsx';
import { WhatALoanCosts } from './costs-section.tsx';
import { WhoHoldsWhat } from './custody-section.tsx';
import { Hero } from './hero.tsx';
import { LendArt } from './lend-art.tsx';
import { borrowing, lending } from './steps.ts';
import { Flow } from './steps-section.tsx';

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
