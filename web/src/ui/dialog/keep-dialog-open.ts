/** Lets what works inside a dialog, such as a form that is being sent, keep it open meanwhile. */

import { createContext, useContext, useEffect } from 'react';

export const KeepOpenContext = createContext<(held: boolean) => void>(() => {});

export function useKeepDialogOpen(held: boolean): void {
  const hold = useContext(KeepOpenContext);
  useEffect(() => {
    if (!held) return;
    hold(true);
    return () => hold(false);
  }, [hold, held]);
}
