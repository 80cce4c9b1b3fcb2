/** The clock view: business time, the services that follow it, and the registry's settings. */

import type { SandboxContext } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';
import type { Html } from './html.ts';
import { button, formatTime, html } from './html.ts';

const steps = ['1h', '1d', '5d', '7d', '30d'] as const;

export function drawClock(context: SandboxContext): Html {
  const { autoApproveSeconds, registryCreditExhausted } = getSettings(context);
  const days = context.clock.offsetMs() / 86_400_000;
  const accountDays = context.clock.accountsOffsetMs() / 86_400_000;
  const accountTime = new Date(Date.now() + context.clock.accountsOffsetMs()).toISOString();
  const services = [...new Set([...context.store.table('parts').values()].map(({ name }) => name))];
  return html`
    <section class="card">
      <p class="amount">${formatTime(context.clock.now().toISOString())} <small>UTC</small></p>
      <p class="hint">${days === 0 ? 'The same as the wall clock.' : `${days.toFixed(days % 1 === 0 ? 0 : 2)} days ahead of the wall clock.`}
        It only moves forward; a move finishes when all due work has run.</p>
      <p class="buttons">${steps.map((step) => button(`+ ${step}`, 'POST /clock', { body: { advance: step } }))}</p>
      <form class="inline" data-call="POST /clock">
        <label>Advance by <input name="advance" required pattern="\\d{1,6}[dhms]" placeholder="30d" size="8" autocomplete="off"></label>
        <button class="primary">Advance</button>
      </form>
    </section>
    <section class="card">
      <h2>Account time</h2>
      <p>${formatTime(accountTime)} <small>UTC</small></p>
      <p class="hint">${accountDays === 0 ? 'The same as the wall clock.' : `${accountDays.toFixed(accountDays % 1 === 0 ? 0 : 2)} days ahead of the wall clock.`}
        For the windows of accounts: links, holds, step-up. Tokens and MFA codes use the wall clock.</p>
      <form class="inline" data-call="POST /clock">
        <label>Advance by <input name="accounts" required pattern="\\d{1,6}[dhms]" placeholder="73h" size="8" autocomplete="off"></label>
        <button>Advance account time</button>
      </form>
    </section>
    <section class="card">
      <h2>Services on this clock</h2>
      ${services.length === 0 ? html`<p class="hint">None registered.</p>` : html`<p>${services.map((service) => html`<code>${service}</code> `)}</p>`}
    </section>
    <section class="card">
      <h2>Registry</h2>
      <p>${autoApproveSeconds === null ? 'Transfers wait for a response, and are approved after five days without one.' : `Transfers are approved automatically after ${autoApproveSeconds} seconds.`}</p>
      <p class="buttons">
        ${autoApproveSeconds === null ? button('Approve after 5 seconds', 'PUT /settings', { body: { autoApproveSeconds: 5 } }) : button('Wait for a response', 'PUT /settings', { body: { autoApproveSeconds: null } })}
        ${button(registryCreditExhausted ? 'Fill the registrar’s account' : 'Empty the registrar’s account', 'PUT /settings', { body: { registryCreditExhausted: !registryCreditExhausted } })}
      </p>
    </section>`;
}
