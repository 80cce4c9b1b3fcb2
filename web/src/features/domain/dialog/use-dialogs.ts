/** Opens and closes the My Domains dialogs by navigation, and keeps the list below unchanged. */

import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { DialogName, DialogRoute } from './dialog-url.ts';
import { getDialogLocation, getListLocation, readDialog } from './dialog-url.ts';

export interface Dialogs {
  opened: DialogRoute | undefined;
  /** Opens a dialog over the list, or replaces the open one. */
  show(name: DialogName, domainId?: string): void;
  /** Returns to the list and shows the message there. */
  close(message?: string): void;
}

/** The list is the previous history entry, so going back keeps its scroll position. */
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
  const closeMessage = useRef<string>(undefined);

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
    (message?: string) => {
      const here = latest.current;
      // Ignore a second Esc.
      if (closing.current === here.key) return;
      closing.current = here.key;
      closeMessage.current = message;
      if (isOverList(here.state)) navigate(-1);
      else navigate(getListLocation(here), { replace: true, preventScrollReset: true });
    },
    [navigate],
  );

  const name = opened?.name;
  useEffect(() => {
    if (name !== undefined || closeMessage.current === undefined) return;
    showBanner('green', closeMessage.current);
    closeMessage.current = undefined;
  }, [name]);

  return { opened, show, close };
}
