/** One banner. It disappears after 3.5 seconds, and waits while it is hovered or focused. */

import clsx from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { restoreLostFocus } from '../focus/restore-focus.ts';
import type { Banner } from './banner.ts';
import { dismissBanner } from './banner.ts';

const displayMs = 3500;

const tones = {
  green: 'border-green/30 bg-green-bg text-green',
  red: 'border-red/30 bg-red-bg text-red',
};

/** A countdown that can be paused. */
function useCountdown(paused: boolean, done: () => void): void {
  const leftMs = useRef(displayMs);
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => finish.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - since;
    };
  }, [paused]);
}

export function BannerCard({ banner }: { banner: Banner }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<Element>(null);
  const Icon = banner.tone === 'green' ? CircleCheck : CircleAlert;
  const dismiss = () => {
    const back = focused ? cameFrom.current : null;
    dismissBanner(banner.id);
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    else if (focused) restoreLostFocus();
  };
  useCountdown(pointed || focused, dismiss);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the countdown
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => {
        cameFrom.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
      className={clsx(
        'pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-lg border p-1.5 pl-4 font-medium shadow-pop',
        tones[banner.tone],
      )}
    >
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{banner.text}</span>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md"
      >
        <X size={17} aria-hidden="true" />
      </button>
    </div>
  );
}
