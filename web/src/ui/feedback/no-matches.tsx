/** The placeholder of a list that its filters emptied. */

import { LinkButton } from '../button/link-button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface NoMatchesProps {
  /** "No domains match." */
  title: string;
  clearHref: string;
}

export function NoMatches({ title, clearHref }: NoMatchesProps) {
  return (
    <EmptyState
      title={title}
      action={
        <LinkButton to={clearHref} preventScrollReset>
          Clear filters
        </LinkButton>
      }
    />
  );
}
