/**
 * Renders the banner under the top bar, and the band at the bottom while the server cannot be reached. The live regions are
 * always mounted, otherwise new messages are not announced.
 */

import { useSyncExternalStore } from 'react';
import { getPageBanner, subscribeToBanner } from './banner.ts';
import { BannerCard } from './banner-card.tsx';
import { Outage } from './outage.tsx';

export function Banners() {
  const banner = useSyncExternalStore(subscribeToBanner, getPageBanner);
  const card = banner && <BannerCard key={banner.id} banner={banner} />;
  return (
    <>
      <div className="pointer-events-none fixed inset-x-0 top-18 z-20 flex justify-center px-4">
        <div role="status" className="contents">
          {banner?.tone === 'green' && card}
        </div>
        <div role="alert" className="contents">
          {banner?.tone === 'red' && card}
        </div>
      </div>
      <div role="alert" className="fixed inset-x-0 bottom-0 z-20">
        <Outage className="border-line border-t" />
      </div>
    </>
  );
}
