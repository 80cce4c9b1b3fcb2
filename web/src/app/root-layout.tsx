/** Around every screen: banners, where the view stands, and the turning logo while the next screen is fetched. */

import { useEffect, useState } from 'react';
import type { Location } from 'react-router-dom';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Banners } from '../ui/feedback/banners.tsx';
import { Loader } from '../ui/feedback/loader.tsx';

/** What is there sooner needs no sign that it comes. */
const showDelayMs = 200;

/** An address that was typed, or a place within the page, has no key of its own; it is not where the last such one stood. */
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
