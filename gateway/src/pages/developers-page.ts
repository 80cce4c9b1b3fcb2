/** The developers page: API entry points, the first call, and the running components. */

import { escapeHtml, wrapPage } from './page.ts';

export interface DevelopersPageContent {
  /** The running components: name, and where each runs. */
  components: { name: string; detail: string }[];
  /** The sandbox's page, if there is one. */
  sandboxUrl?: string | undefined;
}

const linkCard = (href: string, [title, text]: readonly [string, string]) =>
  `<a class="link-card" href="${escapeHtml(href)}"><strong>${title}</strong><span>${text}</span></a>`;

const firstCall = `curl -H 'content-type: application/json' \\
  -d '{"email":"…","password":"…"}' \\
  ADDRESS/api/users/login`;

/** `address`: the public URL of this installation. */
export function developersPage(
  { components, sandboxUrl }: DevelopersPageContent,
  address: string,
): string {
  const rows = components.map(
    ({ name, detail }) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(detail)}</dd></div>`,
  );
  const sandbox = sandboxUrl
    ? linkCard(sandboxUrl, [
        'Sandbox',
        'Mailbox, registry, DNS, payment pages and the clock: simulated external systems.',
      ])
    : '';
  return wrapPage(
    'Developers · Nameloan',
    `<main><h1>Developers</h1>
<p class="lead">Everything in the web app is available through the API, under the same rules. A domain name secures a loan between two people: it is verified, held in escrow while the loan runs, and then returned or transferred.</p>
<nav class="link-cards" aria-label="API entry points">
${linkCard('/api/docs', ['REST API', 'Every call with its fields, responses and errors.'])}
${linkCard('/api/openapi.json', ['OpenAPI', 'The same description, machine-readable.'])}
${linkCard('/graphql', ['GraphQL', 'The federated graph, with live subscriptions on the same path.'])}
${sandbox}
</nav>
<section class="sheet" aria-labelledby="first"><h2 id="first">Your first call</h2>
<div class="sheet-body"><pre tabindex="0"><code>${escapeHtml(firstCall.replace('ADDRESS', address))}</code></pre>
<p>Send the returned <code>token</code> as <code>x-access-token</code> or <code>Authorization: Bearer</code> with each later call. A WebSocket sends it in the payload of <code>connection_init</code>, as <code>accessToken</code> or under the same names.</p></div></section>
<section class="sheet" aria-labelledby="runs"><h2 id="runs">Running components</h2>
<dl>
${rows.join('\n')}
</dl></section></main>`,
  );
}
