/** A dialog about a domain: its name below the title, then what is to be known and done. */

import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import type { OpenDomain } from './open-domain.ts';

export interface DomainDialogProps {
  title: string;
  domain: OpenDomain;
  /** What it is about, heard when it opens. */
  text?: ReactNode;
  wide?: boolean;
  busy?: boolean;
  problem?: string;
  onClose: () => void;
  children: ReactNode;
}

export function DomainDialog({ domain, text, children, ...dialog }: DomainDialogProps) {
  const about = (
    <>
      <Nameplate name={domain.unicodeName} size="row" className="mb-2 block text-ink" />
      {text}
    </>
  );
  return (
    <Dialog {...dialog} description={about}>
      {children}
    </Dialog>
  );
}
