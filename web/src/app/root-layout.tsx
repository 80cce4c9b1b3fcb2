/** The layout of every screen: banners, scroll restoration, and a loader while the next screen is fetched. */

import { useEffect, useState } from 'react';
import type { Location } from 'react-router-dom';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Banners } from '../ui/feedback/banners.tsx';
import { Loader } from '../ui/feedback/loader.tsx';

/** Faster loads show no loader. */
const showDelayMs = 200;

/** Typed addresses and in-page links share the key "default", so use their address instead. */
const getScrollKey = ({ key, pathname, search, hash }: Location) =>
  key === 'default' ? pathname + search + hash : key;

export function RootLayout() {
  return (
    <>
      <Banners />
      <LoadingIndicator />
      <Outlet />
      <ScrollRestoration getKey={getScrollKey} />
    </>
  );
}

function LoadingIndicator() {
  const waiting = useNavigation().state === 'loading';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), showDelayMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return shown ? (
    <div className="pointer-events-none fixed inset-0 z-30 flex items-center justify-center">
      <Loader />
    </div>
  ) : null;
}
