/** The DNS view: the records and a form to set TXT records. */

import type { DnsRecords } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { button, html, nameplate } from './html.ts';

export function drawDns(context: SandboxContext, query: URLSearchParams): Html {
  const records = [...context.store.table('dns').values()].reverse();
  return html`
    <form class="card stack" data-call="PUT /dns/{name}">
      <label>Name <input name="name" required value="${query.get('name')}" placeholder="_nameloan-challenge.example.com" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>TXT records, one per line <textarea name="txt" data-lines rows="3" spellcheck="false"></textarea></label>
      <p class="buttons"><button class="primary">Set records</button></p>
    </form>
    ${
      records.length === 0
        ? html`<p class="empty">No records yet.</p>`
        : html`<ul class="rows">${records.map(drawRecord)}</ul>`
    }`;
}

function drawRecord(record: DnsRecords): Html {
  const { txt, cname, ns = [] } = record;
  const lines = [...txt, ...(cname ? [`CNAME ${cname}`] : []), ...ns.map((one) => `NS ${one}`)];
  const texts = lines.map((text) => html`<code>${text}</code>`);
  return html`<li class="card">
    <div>
      ${nameplate(record.name)}
      <div class="texts">${texts.length > 0 ? texts : html`<span class="hint">exists without TXT</span>`}</div>
    </div>
    ${button('Delete', `DELETE /dns/${encodeURIComponent(record.name)}`)}
  </li>`;
}
