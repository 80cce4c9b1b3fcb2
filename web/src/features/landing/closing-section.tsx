/** The end of the landing page: the two ways in. */

import { LinkButton } from '../../ui/button/link-button.tsx';

export function ClosingSection() {
  return (
    <section aria-labelledby="start" className="bg-wine-900 text-white [--focus:#fff]">
      <div className="mx-auto max-w-[76rem] px-5 py-16 lg:px-8 lg:py-24">
        <h2 id="start" className="display text-[clamp(2rem,1.5rem+2vw,3rem)] leading-[1.06]">
          Start with a name
        </h2>
        <p className="mt-3 max-w-[44ch] text-lg text-wine-100">
          Verify one that you own and list it, or make an offer on one that’s open.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <LinkButton to="/register" variant="on-wine" size="landing">
            Get a Loan
          </LinkButton>
          <LinkButton to="/domains" variant="on-wine-quiet" size="landing">
            Browse Listings
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
