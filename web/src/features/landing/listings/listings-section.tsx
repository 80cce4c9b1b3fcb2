/** What can be funded now: the newest listings, which are loaded when they come near. */

import { Suspense } from 'react';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { useNear } from '../use-near.ts';
import { ListingsPlaceholder } from './listings-placeholder.tsx';

const LiveListings = lazyComponent(async () => (await import('./live-listings.tsx')).LiveListings);

export function ListingsSection() {
  const [list, near] = useNear<HTMLDivElement>();
  return (
    <section aria-labelledby="open" className="border-t border-line">
      <div className="mx-auto max-w-[76rem] px-5 py-16 lg:px-8 lg:py-24">
        <h2 id="open" className="display text-[clamp(2rem,1.5rem+2vw,3rem)] leading-[1.06]">
          Open for offers
        </h2>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-lg text-ink-2">
          The newest listings. <TextLink to="/domains">See all listings</TextLink>
        </p>
        <div ref={list}>
          <Suspense fallback={<ListingsPlaceholder />}>
            {near ? <LiveListings /> : <ListingsPlaceholder />}
          </Suspense>
        </div>
      </div>
    </section>
  );
}
