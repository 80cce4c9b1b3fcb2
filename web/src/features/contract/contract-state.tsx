/** The state of a contract: the form to sign it, or what it is waiting for, with a link to the loan. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '../../session/return-path.ts';
import { useSession } from '../../session/tokens.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LoanStatus } from '../../ui/status/loan-status.tsx';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { bothSigned, getParties } from './contract-parties.ts';
import type { StateText } from './describe-amendment-state.ts';
import { describeAmendmentState } from './describe-amendment-state.ts';
import { SaveAddress } from './save-address.tsx';
import { SignForm } from './sign-form.tsx';

export interface ContractStateProps {
  contract: SigningPageFragment;
  token: string;
}

/** Undefined while the reader has yet to sign. */
function describeState(contract: SigningPageFragment): StateText | undefined {
  if (contract.amendment) return describeAmendmentState(contract, contract.amendment);
  const { own, other } = getParties(contract);
  if (contract.sealed)
    return {
      title: 'Signed and sealed',
      text: 'The PDF has a certificate page and our seal. Keep a copy.',
    };
  if (bothSigned(contract))
    return {
      title: 'Both have signed',
      text: 'We’re sealing the PDF. It will appear here shortly.',
    };
  if (contract.status !== 'PENDING_SIGNATURE')
    return { title: 'Nothing to sign', text: 'This loan ended before both of you signed.' };
  return own.signedAt === null
    ? undefined
    : { title: 'You have signed', text: `Waiting for ${other.name} to sign.` };
}

export function ContractState({ contract, token }: ContractStateProps) {
  const { own } = getParties(contract);
  const [openedHash] = useState(contract.sha256);
  const state = describeState(contract);
  if (!state)
    return (
      <Card title="Signature Required" tinted>
        {contract.mine ? (
          <>
            <p className="mt-1 text-ink-2">
              You sign as {own.name}, the {own.role}.
            </p>
            {contract.sha256 !== openedHash && (
              <p role="status" className="mt-3 text-amber">
                The contract was drawn up again because a party chose a payee. Read it before you
                sign.
              </p>
            )}
            {/* Consent to the former text doesn’t count for the new one. */}
            <SignForm key={contract.sha256} contract={contract} token={token} />
          </>
        ) : (
          <LogInToSign name={own.name} role={own.role} />
        )}
      </Card>
    );
  return (
    <Card
      title={state.title}
      aside={!contract.amendment && <LoanStatus status={contract.status} />}
      tinted
    >
      <p className="mt-1 text-ink-2">{state.text}</p>
      <Signatures contract={contract} />
      <LinkButton to={`/app/escrow/${contract.escrowId}`} variant="primary" className="mt-5 w-full">
        Go to the loan
      </LinkButton>
      <SaveAddress contract={contract} />
    </Card>
  );
}

/** Anyone with the link reads the agreement; only the account of its party signs. */
function LogInToSign({ name, role }: { name: string; role: string }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session)
    return (
      <p className="mt-1 text-ink-2">
        This link is for {name}, the {role}. You’re logged in to another account.
      </p>
    );
  return (
    <>
      <p className="mt-1 text-ink-2">
        {name}, the {role}, signs here.
      </p>
      <LinkButton to={loginPath(pathname)} variant="primary" className="mt-4 w-full">
        Log in to sign
      </LinkButton>
    </>
  );
}

function Signatures({ contract }: { contract: SigningPageFragment }) {
  const { own, other } = getParties(contract);
  return (
    <ul className="mt-4 space-y-1">
      {[own, other].map(({ role, name, signedAt }) => (
        <Signature key={role} name={name}>
          {signedAt === null ? 'not signed' : <Time value={signedAt} as="day-time" />}
        </Signature>
      ))}
    </ul>
  );
}

function Signature({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <span className="text-ink-2">{children}</span>
    </li>
  );
}
