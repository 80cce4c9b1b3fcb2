/** The developers page: three steps to a live API client, API entry points, the states of a loan, and the running components. */

import { readFileSync } from 'node:fs';
import { drawCode, escapeHtml, wrapPage } from '../page.ts';
import { loanDiagram } from './loan-diagram.ts';

export interface DevelopersPageContent {
  /** The running components: name, and where each runs. */
  components: { name: string; detail: string }[];
  /** The sandbox's page, if there is one. */
  sandboxUrl?: string | undefined;
}

const linkCard = (href: string, [title, text]: readonly [string, string]) =>
  `<a class="link-card" href="${escapeHtml(href)}"><strong>${title}</strong><span>${text}</span></a>`;

/** Examples are files that also run as they are, against this address. */
const exampleHost = 'localhost:4000';
const readExample = (name: string) =>
  readFileSync(new URL(`./examples/${name}.sh`, import.meta.url), 'utf8').trimEnd();

const steps = [
  {
    id: 'token',
    title: 'Get a token',
    example: readExample('1-token'),
    text: 'It lasts 15 minutes. With an account, send <code>email</code> and <code>password</code> to <code>/api/users/login</code> instead; <code>/api/users/refresh</code> renews it.',
  },
  {
    id: 'call',
    title: 'Call the API',
    example: readExample('2-call'),
    text: 'REST and GraphQL take the token as <code>x-access-token</code> or <code>Authorization: Bearer</code>. In REST, money is in dollars and rates in percent; in GraphQL, in cents and basis points.',
  },
  {
    id: 'listen',
    title: 'Listen for changes',
    example: readExample('3-listen'),
    text: 'Prints the balance now and after every change. It needs Node 22 or later; any client of <code>graphql-transport-ws</code> works. The token goes into the payload of <code>connection_init</code>.',
  },
];

function drawStep({ id, title, example, text }: (typeof steps)[number], address: string): string {
  const code = example
    .replaceAll(`http://${exampleHost}`, () => address)
    .replaceAll(`ws://${exampleHost}`, () => address.replace(/^http/, 'ws'));
  return `<li class="sheet"><h3>${title}</h3><div class="sheet-body">${drawCode(`${id}-code`, code, `the code of “${title}”`)}<p>${text}</p></div></li>`;
}

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
  return wrapPage({
    title: 'Developers · Nameloan',
    main: `<main><p class="back"><a href="/">Back to Nameloan</a></p>
<h1>Developers</h1>
<p class="lead">Everything in the web app is available through the API, under the same rules. A domain name secures a loan between two people: it is verified, held in escrow while the loan runs, and then returned or transferred.</p>
<nav class="link-cards" aria-label="API entry points">
${linkCard('/api/docs', ['REST API', 'Every call with its fields, responses and errors.'])}
${linkCard('/api/openapi.json', ['OpenAPI', 'The same description, machine-readable.'])}
${linkCard('/graphql', ['GraphQL', 'The federated graph, with live subscriptions on the same path.'])}
${sandbox}
</nav>
<section class="group" aria-labelledby="start"><h2 id="start">Three steps to a live client</h2>
<ol class="steps">${steps.map((step) => drawStep(step, address)).join('\n')}</ol></section>
<section class="group" aria-labelledby="loan"><h2 id="loan">The life of a loan</h2>
${loanDiagram}</section>
<section class="group" aria-labelledby="runs"><h2 id="runs">Running components</h2>
<div class="sheet"><dl>
${rows.join('\n')}
</dl></div></section></main>`,
    hasScript: true,
  });
}
