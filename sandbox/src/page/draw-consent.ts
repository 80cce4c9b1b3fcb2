/** The DNS provider's page on which its customer agrees to a record of the product. */

import { drawDocument } from './draw-page.ts';
import { html, mark } from './html.ts';

export interface Consent {
  readonly domain: string;
  readonly record: { readonly name: string; readonly value: string };
  /** The signed query, to which the answer is sent. */
  readonly action: string;
}

export function drawConsent({ domain, record, action }: Consent): string {
  const body = html`<main class="pay">
    <p class="provider">${mark()} <span>Sandbox DNS</span></p>
    <section class="card" aria-labelledby="question">
      <h1 id="question">Add a record to ${domain}?</h1>
      <dl>
        <dt>For</dt><dd>Nameloan</dd>
        <dt>Host</dt><dd><code>${record.name}</code></dd>
        <dt>Type</dt><dd>TXT</dd>
        <dt>Value</dt><dd><code>${record.value}</code></dd>
      </dl>
      <form method="post" action="${action}">
        <p class="buttons">
          <button class="primary" name="answer" value="add">Add the record</button>
          <button name="answer" value="cancel">Cancel</button>
        </p>
      </form>
    </section>
    <p class="hint">Simulated by the sandbox.</p>
  </main>`;
  return drawDocument(`Add a record to ${domain}`, body, null);
}

/** The page for a request that the provider rejects. */
export function drawRejected(message: string): string {
  const body = html`<main class="pay">
    <h1>We cannot add this record</h1>
    <p>${message}</p>
    <p><a href="/">Go to the sandbox</a></p>
  </main>`;
  return drawDocument('We cannot add this record', body, null);
}
