/** Lets a component inside a dialog, such as a submitting form, keep the dialog open. */

import { createContext, useContext, useEffect } from 'react';

export const KeepOpenContext = createContext<(keep: boolean) => void>(() => {});

export function useKeepDialogOpen(keep: boolean): void {
  const setKeep = useContext(KeepOpenContext);
  useEffect(() => {
    if (!keep) return;
    setKeep(true);
    return () => setKeep(false);
  }, [setKeep, keep]);
}
