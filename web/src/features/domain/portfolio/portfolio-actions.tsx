/** Import, export and check of the whole list, next to Add New. On phones the export and the check are on the import page. */

import { Upload } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { ExportButton } from './export-button.tsx';

interface PortfolioActionsProps {
  /** False hides what an empty list has no use for. */
  hasDomains: boolean;
  onCheckAll: () => void;
}

export function PortfolioActions({ hasDomains, onCheckAll }: PortfolioActionsProps) {
  return (
    <>
      {hasDomains && <ExportButton className="max-sm:hidden" />}
      <LinkButton
        to="/app/my-domains/import"
        icon={Upload}
        aria-label="Import Names"
        className="max-sm:px-2.5"
      >
        <span className="max-sm:hidden">Import Names</span>
      </LinkButton>
      {hasDomains && (
        <Button onClick={onCheckAll} className="max-sm:hidden">
          Check All
        </Button>
      )}
    </>
  );
}
