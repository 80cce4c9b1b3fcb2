/** The page for those who write programs: which doors there are, how to come in, what runs. */

import { escapeHtml, wrapPage } from './page.ts';

export interface DevelopersPageContent {
  /** What runs, a line each: name and where or on what. */
  components: { name: string; detail: string }[];
  /** The sandbox's page, where there is one. */
  sandboxUrl?: string | undefined;
}

const linkCard = (href: string, [title, text]: readonly [string, string]) =>
  `<a class="door" href="${escapeHtml(href)}"><strong>${title}</strong><span>${text}</span></a>`;

const firstCall = `curl -H 'content-type: application/json' \\
  -d '{"email":"…","password":"…"}' \\
  ADDRESS/api/users/login`;

/** `address`: where this installation is reached from outside. */
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
        'Mailbox, registry, DNS, checkouts and the clock: the outside world on this machine.',
      ])
    : '';
  return wrapPage(
    'Developers · Nameloan',
    `<main><h1>Developers</h1>
<p class="lead">Everything that the web app does is open to programs, under the same rules. A domain name backs a loan between two people: it is proven, held in escrow while the loan runs, and returned or handed over at its end.</p>
<nav class="doors" aria-label="Ways in">
${linkCard('/api/docs', ['REST API', 'Every call with its fields, answers and refusals.'])}
${linkCard('/api/openapi.json', ['OpenAPI', 'The same description for programs.'])}
${linkCard('/graphql', ['GraphQL', 'The federated graph; live subscriptions on the same path.'])}
${sandbox}
</nav>
<section class="sheet" aria-labelledby="first"><h2 id="first">The first call</h2>
<div class="told"><pre tabindex="0"><code>${escapeHtml(firstCall.replace('ADDRESS', address))}</code></pre>
<p>Send the <code>token</code> of the answer as <code>x-access-token</code> with every further call.</p></div></section>
<section class="sheet" aria-labelledby="runs"><h2 id="runs">What runs here</h2>
<dl>
${rows.join('\n')}
</dl></section></main>`,
  );
}
