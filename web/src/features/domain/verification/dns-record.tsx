/** The TXT record that proves ownership of a domain: host, type and value, each with a copy button. */

import type { ReactNode } from 'react';
import { Fragment, useId } from 'react';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Code } from '../../../ui/display/code.tsx';

export interface DnsRecordProps {
  /** The recommended host first. */
  hosts: readonly string[];
  value: string;
  /** Whose record it is, in the names of its copy buttons: "the account record". Default: the domain's. */
  of?: string;
}

export function DnsRecord({ hosts, value, of }: DnsRecordProps) {
  const [host = '', other] = hosts;
  const name = (part: string) => (of === undefined ? part : `${part} of ${of}`);
  return (
    <RecordLines
      lines={[
        ['Host', host, name('host')],
        ['Type', 'TXT', name('type')],
        ['Value', value, name('value')],
      ]}
    >
      {other !== undefined && (
        <p className="border-t border-line px-4 py-3 text-xs text-ink-2">
          If your provider rejects this host, add the value to <Code>{other}</Code> itself.
        </p>
      )}
    </RecordLines>
  );
}

export interface RecordLinesProps {
  /** `what`: the text's name in its copy button, unique in the dialog. */
  lines: readonly (readonly [label: string, text: string, what: string])[];
  children?: ReactNode;
}

export function RecordLines({ lines, children }: RecordLinesProps) {
  return (
    <div className="mt-5 rounded-lg border border-line">
      <dl>
        {lines.map(([label, text, what]) => (
          <Line key={label} label={label} text={text} what={what} />
        ))}
      </dl>
      {children}
    </div>
  );
}

/** Labels of more characters can break inside on a phone. */
const maxWholeLabel = 16;

/** A host breaks before a dot, as a nameplate does. */
function breakBeforeDots(text: string): ReactNode {
  const [first = '', ...others] = text.split('.');
  const isWhole = (label: string) => label.length <= maxWholeLabel;
  return (
    <>
      <span className={isWhole(first) ? 'whitespace-nowrap' : undefined}>{first}</span>
      {others.map((label, index) => (
        // The labels of a host never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: equal labels differ only in their position
        <Fragment key={index}>
          <wbr />
          <span className={isWhole(label) ? 'whitespace-nowrap' : undefined}>.{label}</span>
        </Fragment>
      ))}
    </>
  );
}

function Line({ label, text, what }: { label: string; text: string; what: string }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 first:border-t-0">
      <dt className="w-12 text-ink-3">{label}</dt>
      <dd className="contents">
        <span className="min-w-0 flex-1 basis-40">
          <Code id={id}>{breakBeforeDots(text)}</Code>
        </span>
        <CopyButton text={text} what={what} shownIn={id} />
      </dd>
    </div>
  );
}
