/** The domain that a dialog of My Domains is about, read once for all of them, and the way out of the dialog. */

import { createContext, useContext } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { DialogAddress } from './dialog-address.ts';
import type { OpenDomainQuery } from './open-domain.generated.ts';
import { OpenDomainDocument } from './open-domain.generated.ts';
import type { Dialogs } from './use-dialogs.ts';

export type OpenDomain = NonNullable<OpenDomainQuery['domain']>;
export type OpenSelf = OpenDomainQuery['self'];

export interface OpenDialog extends Pick<Dialogs, 'show' | 'close'> {
  /** Undefined while it is being read. */
  domain: OpenDomain | undefined;
  self: OpenSelf;
  problem: ApiErrorDetails | undefined;
  retry(): void;
}

export interface OpenDomainResult extends Omit<OpenDialog, 'show' | 'close'> {
  /** There is no such domain, or it is somebody else's. */
  missing: boolean;
}

/** What an id that never was one is refused with. */
const notFoundCodes = ['NOT_FOUND', 'INVALID_INPUT'];

export function useOpenDomainQuery(dialog: DialogAddress | undefined): OpenDomainResult {
  const id = dialog?.domainId;
  const wanted = dialog !== undefined && dialog.name !== 'add';
  const { data, problem, retry } = usePageQuery(OpenDomainDocument, wanted && id ? { id } : null);
  const domain = data?.domain ?? undefined;
  // A lender may read the collateral of a loan; only its owner is told when it was added.
  const foreign = domain !== undefined && domain.createdAt === null;
  const refused = domain === undefined && notFoundCodes.includes(problem?.code ?? '');
  return {
    domain: foreign ? undefined : domain,
    self: data?.self ?? null,
    problem,
    retry,
    missing: wanted && (!id || foreign || refused),
  };
}

export const OpenDomainContext = createContext<OpenDialog | undefined>(undefined);

export function useOpenDomain(): OpenDialog {
  const opened = useContext(OpenDomainContext);
  if (!opened) throw new Error('no dialog of My Domains stands outside of its page');
  return opened;
}
