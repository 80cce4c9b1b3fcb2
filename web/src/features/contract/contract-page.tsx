/** The signing page, open to anyone with the link until it is sealed: the agreement, its costs and the signature form. */

import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { loginPath } from '../../session/return-path.ts';
import { Mark } from '../../ui/brand/mark.tsx';
import { Seal } from '../../ui/brand/seal.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { AmendmentTerms } from './amendment-terms.tsx';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { ContractPageDocument } from './contract-page.generated.ts';
import { bothSigned, nameDocument } from './contract-parties.ts';
import { ContractPdf } from './contract-pdf.tsx';
import { ContractState } from './contract-state.tsx';
import { ContractTerms } from './contract-terms.tsx';

export function ContractPage() {
  const { token = '' } = useParams();
  const { data, problem, retry } = usePageQuery(ContractPageDocument, { token });
  const contract = data?.contract ?? undefined;
  usePollUntilSealed(contract, retry);
  if (problem?.code === 'NOT_FOUND') return <NotFoundPage />;
  return (
    <>
      <Heading contract={contract} />
      {contract ? (
        <div className="mt-4 empty:hidden">
          <PageProblem problem={problem} onTryAgain={retry} />
        </div>
      ) : (
        // As high as the window, so that the footer stays below it.
        <div className="mt-4 min-h-dvh">
          {problem?.code === 'UNAUTHENTICATED' && <SealedCard />}
          {problem && problem.code !== 'UNAUTHENTICATED' && (
            <PageProblem problem={problem} onTryAgain={retry} page />
          )}
          {!problem && (
            <Loader>
              <Skeleton rows={6} card />
            </Loader>
          )}
        </div>
      )}
      {contract && (
        <div className="mt-7 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div>
            {/* The path stays the same when the contract is drawn up again. */}
            <ContractPdf key={contract.sha256} contract={contract} />
          </div>
          <div className="grid gap-5">
            <ContractState contract={contract} token={token} />
            {contract.amendment ? (
              <AmendmentTerms contract={contract} amendment={contract.amendment} />
            ) : (
              <ContractTerms contract={contract} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** What a visitor sees of a sealed contract. */
function SealedCard() {
  const { pathname } = useLocation();
  return (
    <Card title="Signed and sealed" tinted>
      <p className="mt-1 text-ink-2">Log in to read this contract. Only its party can.</p>
      <LinkButton to={loginPath(pathname)} variant="primary" className="mt-4">
        Log in to read
      </LinkButton>
    </Card>
  );
}

/** The same heading element while loading and after, so that it keeps the focus. */
function Heading({ contract }: { contract: SigningPageFragment | undefined }) {
  const title = nameDocument(contract?.amendment ?? null);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {contract ? (
        <Seal name={contract.domainName} size={64} />
      ) : (
        <Mark size={64} className="text-brand-ink" />
      )}
      <div className="min-w-0">
        <PageHeading title={title}>{title}</PageHeading>
        <p className="mt-1 min-h-8 text-lg">
          {contract && <Nameplate name={contract.unicodeName} />}
        </p>
      </div>
    </div>
  );
}

/** Signed by both; an amendment also waits for the agreed money. */
const isComplete = (contract: SigningPageFragment): boolean =>
  contract.amendment ? contract.amendment.status === 'EFFECTIVE' : bothSigned(contract);

const pollIntervalMs = 3_000;

/** The seal follows the second signature. A visitor has no subscription, so the page polls for it. */
function usePollUntilSealed(contract: SigningPageFragment | undefined, retry: () => void): void {
  const isAwaitingSeal = contract !== undefined && isComplete(contract) && !contract.sealed;
  useEffect(() => {
    if (!isAwaitingSeal) return;
    const timer = setInterval(retry, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isAwaitingSeal, retry]);
}
