/** Opens and closes the dialogs of My Domains by their addresses, and leaves the list below as it stood. */

import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { DialogAddress, DialogName } from './dialog-address.ts';
import { getDialogLocation, getListLocation, readDialog } from './dialog-address.ts';

export interface Dialogs {
  opened: DialogAddress | undefined;
  /** Over the list, or in the place of the dialog that is open. */
  show(name: DialogName, domainId?: string): void;
  /** Back to the list; what was done is said there. */
  close(done?: string): void;
}

/** The list is the step before: going back keeps its scroll and leaves no step of the dialog. */
const overList = { overList: true };
const isOverList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'overList' in state;

export function useDialogs(): Dialogs {
  const location = useLocation();
  const navigate = useNavigate();
  const opened = readDialog(location);
  const latest = useRef(location);
  latest.current = location;
  const closing = useRef('');
  const done = useRef<string>(undefined);

  const show = useCallback(
    (name: DialogName, domainId?: string) => {
      const here = latest.current;
      const isOpen = readDialog(here) !== undefined;
      navigate(getDialogLocation(here, { name, domainId }), {
        state: isOpen ? here.state : overList,
        replace: isOpen,
        preventScrollReset: true,
      });
    },
    [navigate],
  );

  const close = useCallback(
    (said?: string) => {
      const here = latest.current;
      // Two presses of Esc are one wish.
      if (closing.current === here.key) return;
      closing.current = here.key;
      done.current = said;
      if (isOverList(here.state)) navigate(-1);
      else navigate(getListLocation(here), { replace: true, preventScrollReset: true });
    },
    [navigate],
  );

  const name = opened?.name;
  useEffect(() => {
    if (name !== undefined || done.current === undefined) return;
    showBanner('green', done.current);
    done.current = undefined;
  }, [name]);

  return { opened, show, close };
}
