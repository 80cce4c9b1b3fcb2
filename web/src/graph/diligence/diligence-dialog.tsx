/** The diligence report of a domain of the reader's. */

import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageProblem } from '../page-problem.tsx';
import { usePageQuery } from '../use-page-query.ts';
import { DomainDiligenceDocument } from './diligence.generated.ts';
import { DiligenceDetails } from './diligence-details.tsx';

export interface DiligenceDialogProps {
  domain: { id: string; name: string; unicodeName: string };
  onClose: () => void;
  /** Below the report. */
  children?: ReactNode;
}

export function DiligenceDialog({ domain, onClose, children }: DiligenceDialogProps) {
  const { data, problem, retry } = usePageQuery(DomainDiligenceDocument, { id: domain.id });
  const report = data?.domain?.diligence;
  return (
    <Dialog
      title="Diligence"
      description={<Nameplate name={domain.unicodeName} size="row" className="block text-ink" />}
      wide
      onClose={onClose}
    >
      {!data && !problem && <Skeleton rows={7} label="Diligence" />}
      {problem && !report && <PageProblem problem={problem} onTryAgain={retry} />}
      {data && !(problem && !report) && (
        <DiligenceDetails
          name={domain.name}
          report={report}
          loans={data.domain?.loansOfName}
          hints={data.domain?.importHints}
        />
      )}
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
