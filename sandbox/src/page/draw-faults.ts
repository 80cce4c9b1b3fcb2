/** The faults view: the external parties, their faults, and controls to start and end them. */

import type { FaultInput } from '../faults/inject-fault.ts';
import { faultKinds, getActiveFaults, parties } from '../faults/inject-fault.ts';
import type { FaultKind, Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { button, chip, html } from './html.ts';

const names: Record<Party, string> = {
  epp: 'Registry (EPP)',
  dns: 'Resolver (DNS)',
  smtp: 'Mail server (SMTP)',
  stripe: 'Stripe',
  nowpayments: 'NOWPayments',
  rdap: 'Registration data (RDAP)',
  namecom: 'Registrar (name.com)',
  domainconnect: 'DNS provider (Domain Connect)',
};

const meanings: Record<FaultKind, string> = {
  slow: 'responds half a second to eight seconds late',
  refuse: 'rejects every request',
  drop: 'closes the connection before or after it has performed the request',
  nonsense: 'sends an invalid response and may have performed the request',
};

/** How many parties have a fault. */
export const countFaults = (context: SandboxContext): number =>
  Object.keys(getActiveFaults(context)).length;

export function drawFaults(context: SandboxContext): Html {
  const present = getActiveFaults(context);
  const rows = parties.map((party) =>
    drawParty(party, { present, count: context.faultCounts.get(party) ?? 0 }),
  );
  return html`
    <section class="card">
      <p>A party with a fault ${faultKinds.map((kind, at) => html`${at > 0 && '; or '}${meanings[kind]} (<b>${kind}</b>)`)}. With a share, each request is affected at random.</p>
      ${countFaults(context) > 0 && button('End all faults', 'PUT /settings', { body: { faults: {} }, kind: 'primary' })}
    </section>
    <ul class="rows">${rows}</ul>`;
}

type Present = ReturnType<typeof getActiveFaults>;

function drawParty(party: Party, { present, count }: { present: Present; count: number }): Html {
  const { [party]: fault, ...others } = present;
  const end = button('End', 'PUT /settings', { body: { faults: others } });
  return html`<li class="card">
    <div>
      <p>${names[party]} ${chip(fault?.kind ?? 'ok')}</p>
      ${fault && html`<p>${describeFault(fault)} ${count} requests affected. ${end}</p>`}
      <form class="inline" data-call="PUT /settings" data-body="${JSON.stringify({ faults: others })}">
        <label>Fault <select name="faults.${party}.kind">${faultKinds.map((kind) => html`<option${kind === fault?.kind && html` selected`}>${kind}</option>`)}</select></label>
        <label>Share <input name="faults.${party}.share" type="number" min="0.01" max="1" step="0.01" value="${fault?.share ?? 1}" size="4"></label>
        <label>For seconds <input name="faults.${party}.forSeconds" type="number" min="1" max="86400" placeholder="until ended" size="8"></label>
        <button>Begin</button>
      </form>
    </div>
  </li>`;
}

function describeFault({ kind, share = 1, forSeconds }: FaultInput): Html {
  const which = share === 1 ? 'every request' : `${Math.round(share * 100)}% of requests`;
  const until = forSeconds === undefined ? 'until it is ended' : `for ${forSeconds} more seconds`;
  return html`<b>${kind}</b>: ${which}, ${until}.`;
}
