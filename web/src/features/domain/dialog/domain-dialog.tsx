/** A dialog about a domain, with the domain's name below the title. */

import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import type { OpenDomain } from './open-domain.ts';

export interface DomainDialogProps {
  title: string;
  domain: OpenDomain;
  /** Read by screen readers when the dialog opens. */
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
