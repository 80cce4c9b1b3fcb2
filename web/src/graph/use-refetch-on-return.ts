/** Reads again when the reader comes back to this window: for what nobody tells live, such as what left a list elsewhere. */

import { useEffect } from 'react';

export function useRefetchOnReturn(read: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') read();
    };
    // From another window comes the one, from another tab also, or only, the other.
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [read]);
}
