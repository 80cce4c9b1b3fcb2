/** The landing page: hero, custody, the steps of borrowing and lending, the loan calculator and the newest listings. */

import { LinkButton } from '../../ui/button/link-button.tsx';
import { SkipLink } from '../../ui/focus/skip-link.tsx';
import { PublicFooter } from '../../ui/layout/public-footer.tsx';
import { BorrowArt } from './borrow-art.tsx';
import { CostsSection } from './calculator/costs-section.tsx';
import { ClosingSection } from './closing-section.tsx';
import { CustodySection } from './custody-section.tsx';
import { Hero } from './hero.tsx';
import { LendArt } from './lend-art.tsx';
import { ListingsSection } from './listings/listings-section.tsx';
import { borrowingSteps, lendingSteps } from './steps.ts';
import { StepsSection } from './steps-section.tsx';

export function LandingPage() {
  return (
    <div className="bg-surface">
      <SkipLink />
      <Hero>
        <CustodySection />
        <StepsSection
          id="borrow"
          title="Borrowing"
          lead="Raise working capital against a name you already own."
          steps={borrowingSteps}
          art={<BorrowArt />}
          action={
            <LinkButton to="/register" variant="primary" size="landing">
              Get a Loan
            </LinkButton>
          }
        />
        <CostsSection />
        <StepsSection
          id="lend"
          title="Lending"
          lead="Fund loans you have assessed yourself, secured by the domain."
          steps={lendingSteps}
          art={<LendArt />}
          action={
            <LinkButton to="/domains" size="landing">
              Browse Listings
            </LinkButton>
          }
          flipped
        />
        <ListingsSection />
        <ClosingSection />
      </Hero>
      <PublicFooter />
    </div>
  );
}
