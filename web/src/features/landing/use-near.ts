/** Whether an element has come near the viewport, so that what it needs is loaded just before it is seen. */

import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

/** About half a screen ahead. */
const margin = '400px';

export function useNear<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const target = useRef<Target>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: margin },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, []);
  return [target, near];
}
