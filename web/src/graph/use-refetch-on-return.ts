/** Refetches when the user returns to this window, for changes without live updates, such as removed rows. */

import { useEffect } from 'react';

export function useRefetchOnReturn(read: () => void): void {
  useEffect(() => {
    const refetch = () => {
      if (document.visibilityState === 'visible') read();
    };
    // Switching windows fires `focus`; switching tabs fires `visibilitychange`, sometimes alone.
    window.addEventListener('focus', refetch);
    document.addEventListener('visibilitychange', refetch);
    return () => {
      window.removeEventListener('focus', refetch);
      document.removeEventListener('visibilitychange', refetch);
    };
  }, [read]);
}
