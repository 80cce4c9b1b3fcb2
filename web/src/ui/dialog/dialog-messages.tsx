/** The messages inside a dialog: its own error, or the banner and the outage, which the inert page behind cannot announce. */

import { useLayoutEffect, useSyncExternalStore } from 'react';
import { claimBannerForDialog, getBanner, subscribeToBanner } from '../feedback/banner.ts';
import { BannerCard } from '../feedback/banner-card.tsx';
import { Outage } from '../feedback/outage.tsx';

export function DialogMessages({ problem }: { problem?: string }) {
  const banner = useSyncExternalStore(subscribeToBanner, getBanner);
  useLayoutEffect(claimBannerForDialog, []);
  const card = banner && (
    <div className="mt-4">
      <BannerCard key={banner.id} banner={banner} />
    </div>
  );
  return (
    <div data-messages>
      <div role="status">{banner?.tone === 'green' && card}</div>
      <div role="alert">
        {problem === undefined ? (
          <Outage className="mt-4 rounded-md" />
        ) : (
          <p className="mt-4 rounded-md bg-red-bg px-4 py-2.5 font-medium text-red wrap-anywhere">
            {problem}
          </p>
        )}
        {banner?.tone === 'red' && card}
      </div>
    </div>
  );
}
