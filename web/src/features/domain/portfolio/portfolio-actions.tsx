/** Import and export of the whole list, next to Add New. On phones the export is on the import page. */

import { Upload } from 'lucide-react';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { ExportButton } from './export-button.tsx';

/** `hasDomains`: false hides the export of an empty list. */
export function PortfolioActions({ hasDomains }: { hasDomains: boolean }) {
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
    </>
  );
}
