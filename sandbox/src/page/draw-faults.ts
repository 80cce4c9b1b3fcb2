/** The outside parties, what is wrong with each, and how to make it so or end it. */

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
};

const meanings: Record<FaultKind, string> = {
  slow: 'answers half a second to eight seconds late',
  refuse: 'says no and does nothing',
  drop: 'hangs up, before or after it has done what was asked',
  nonsense: 'answers what cannot be understood, and may have done what was asked',
};

/** How many parties have a fault. */
export const countFaults = (world: SandboxContext): number =>
  Object.keys(getActiveFaults(world)).length;

export function drawFaults(world: SandboxContext): Html {
  const present = getActiveFaults(world);
  const rows = parties.map((party) =>
    drawParty(party, { present, struck: world.faultCounts.get(party) ?? 0 }),
  );
  return html`
    <section class="card">
      <p>A party with a fault ${faultKinds.map((kind, at) => html`${at > 0 && '; or '}${meanings[kind]} (<b>${kind}</b>)`)}. A share is drawn for each request.</p>
      ${countFaults(world) > 0 && button('End all faults', 'PUT /settings', { body: { faults: {} }, kind: 'primary' })}
    </section>
    <ul class="rows">${rows}</ul>`;
}

type Present = ReturnType<typeof getActiveFaults>;

function drawParty(party: Party, { present, struck }: { present: Present; struck: number }): Html {
  const { [party]: fault, ...others } = present;
  const end = button('End', 'PUT /settings', { body: { faults: others } });
  return html`<li class="card">
    <div>
      <p>${names[party]} ${chip(fault?.kind ?? 'ok')}</p>
      ${fault && html`<p>${describeFault(fault)} ${struck} so far. ${end}</p>`}
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
  const until = forSeconds === undefined ? 'until it is ended' : `for ${forSeconds} seconds more`;
  return html`<b>${kind}</b>: ${which}, ${until}.`;
}
