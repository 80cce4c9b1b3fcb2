/** The domain of the open My Domains dialog, loaded once for all dialogs, and the functions to navigate and close. */

import { createContext, useContext } from 'react';
import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { DialogRoute } from './dialog-url.ts';
import { isAboutDomain } from './dialog-url.ts';
import type { OpenDomainQuery } from './open-domain.generated.ts';
import { OpenDomainDocument } from './open-domain.generated.ts';
import type { Dialogs } from './use-dialogs.ts';

export type OpenDomain = NonNullable<OpenDomainQuery['domain']>;
export type OpenSelf = OpenDomainQuery['self'];

export interface OpenDialog extends Pick<Dialogs, 'show' | 'close'> {
  /** Undefined while loading. */
  domain: OpenDomain | undefined;
  self: OpenSelf;
  problem: ApiErrorDetails | undefined;
  retry(): void;
}

export interface OpenDomainResult extends Omit<OpenDialog, 'show' | 'close'> {
  /** The domain does not exist or belongs to another user. */
  missing: boolean;
}

/** The error codes for an unknown or malformed id. */
const notFoundCodes = ['NOT_FOUND', 'INVALID_INPUT'];

export function useOpenDomainQuery(dialog: DialogRoute | undefined): OpenDomainResult {
  const id = dialog?.domainId;
  const needsDomain = dialog !== undefined && isAboutDomain(dialog.name);
  const { data, problem, retry } = usePageQuery(
    OpenDomainDocument,
    needsDomain && id ? { id } : null,
  );
  const domain = data?.domain ?? undefined;
  // A lender may read the collateral of a loan, but only the owner sees `createdAt`.
  const foreign = domain !== undefined && domain.createdAt === null;
  const notFound = domain === undefined && notFoundCodes.includes(problem?.code ?? '');
  return {
    domain: foreign ? undefined : domain,
    self: data?.self ?? null,
    problem,
    retry,
    missing: needsDomain && (!id || foreign || notFound),
  };
}

export const OpenDomainContext = createContext<OpenDialog | undefined>(undefined);

export function useOpenDomain(): OpenDialog {
  const dialog = useContext(OpenDomainContext);
  if (!dialog) throw new Error('My Domains dialogs must be rendered inside MyDomainsPage');
  return dialog;
}
