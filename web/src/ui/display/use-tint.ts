/** Tints an element for 600 ms when what it shows changes by a live update; not for readers who prefer reduced motion. */

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

const tintMs = 600;

/** On a callout, which is tinted already, the tint grows instead. */
const firstColors = { surface: 'var(--brand-tint)', callout: 'var(--surface)' };

/** Attach the returned ref to the element that shows `value`, a text or a number. The first value is no change. */
export function useTint<Shown extends HTMLElement>(
  value: string | number | undefined,
  ground: keyof typeof firstColors = 'surface',
): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // It fades to the element's own background.
    element.current?.animate?.([{ backgroundColor: firstColors[ground], offset: 0 }], tintMs);
  }, [value, ground]);
  return element;
}
