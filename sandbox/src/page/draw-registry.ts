/** The registry view: its domains, a lookup, and the other registrar's actions. */

import { canonicalName } from '../dns/zone.ts';
import type { Domain, DsRecord } from '../records.ts';
import { displayedStatuses, isDomainName, isPending, otherRegistrar } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';
import { getDomain, isAvailable } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { button, chip, formatTime, html, nameplate, seal } from './html.ts';

const maxShown = 200;

export function drawRegistry(context: SandboxContext, query: URLSearchParams): Html {
  const name = canonicalName(query.get('name')?.trim() ?? '');
  const domains = [...context.store.table('domains').values()].reverse();
  const shown = domains.slice(0, maxShown);
  return html`
    <form class="inline" action="/" method="get">
      <input type="hidden" name="view" value="registry">
      <label>Name <input type="search" name="name" value="${name}" placeholder="example.com" autocomplete="off" autocapitalize="off"></label>
      <button>Look up</button>
    </form>
    ${name && drawLookup(context, name)}
    ${
      shown.length === 0
        ? html`<p class="empty">No domain has been looked up yet. Every name belongs to ${otherRegistrar} until it is transferred.</p>`
        : html`<div class="table"><table>
            <thead><tr><th>Domain</th><th>Registrar</th><th>Status</th><th>Expires</th><th><span class="sr">Actions</span></th></tr></thead>
            <tbody>${shown.map((domain) => drawRow(context, domain))}</tbody>
          </table></div>`
    }
    ${domains.length > shown.length && html`<p class="hint">The newest ${shown.length} of ${domains.length}.</p>`}`;
}

function drawRow(context: SandboxContext, domain: Domain): Html {
  return html`<tr>
    <td><a class="domain" href="/?view=registry&amp;name=${domain.name}">${seal(domain.name)}${nameplate(domain.name)}</a></td>
    <td data-label="Registrar">${domain.registered ? domain.registrar : 'none'}</td>
    <td data-label="Status">${domain.registered && drawStatuses(context, domain)}</td>
    <td data-label="Expires">${formatTime(domain.expiresAt)}</td>
    <td class="actions">${actionsFor(context, domain)}</td>
  </tr>`;
}

/** EPP's statuses, the grace period and the premium mark. */
function drawStatuses(context: SandboxContext, domain: Domain): Html {
  const now = context.clock.now();
  const grace = rgpStatus(domain, now);
  const chips = [...displayedStatuses(domain, now), ...(grace ? [grace] : [])].map(chip);
  return html`${chips}${domain.premium && chip('premium')}`;
}

/** The other registrar's actions: approve or reject a pending transfer, or take over a domain of ours. */
function actionsFor(context: SandboxContext, domain: Domain): Html | false {
  const at = `/registry/domains/${encodeURIComponent(domain.name)}`;
  if (!domain.registered) return false;
  if (isPending(domain) && domain.registrar !== context.registrar.id) {
    return html`${button('Approve', `POST ${at}/approve`, { kind: 'primary' })} ${button('Reject', `POST ${at}/reject`)}`;
  }
  if (isPending(domain) || domain.registrar !== context.registrar.id) return false;
  return button('Take over', `POST ${at}/takeover`);
}

function drawLookup(context: SandboxContext, name: string): Html {
  if (!isDomainName(name)) return html`<p class="notice">${name} is not a domain name.</p>`;
  if (isAvailable(context, name))
    return html`<p class="notice">${nameplate(name)} is not registered.</p>`;
  const domain = getDomain(context, name);
  const { transfer, ds = [] } = domain;
  const at = `/registry/domains/${encodeURIComponent(name)}`;
  return html`<section class="card" aria-label="${name}">
    <h2 class="domain">${seal(name)}${nameplate(name)}</h2>
    <dl>
      <dt>Registrar</dt><dd>${domain.registrar}</dd>
      <dt>Code</dt><dd><code>${domain.authCode}</code></dd>
      <dt>Status</dt><dd>${drawStatuses(context, domain)}</dd>
      <dt>Nameservers</dt><dd class="texts">${domain.nameservers.map((host) => html`<code>${host}</code>`)}</dd>
      ${ds.length > 0 && html`<dt>DS records</dt><dd class="texts">${ds.map(drawDs)}</dd>`}
      <dt>Registered</dt><dd>${formatTime(domain.createdAt)}</dd>
      ${domain.transferredAt && html`<dt>Last transfer</dt><dd>${formatTime(domain.transferredAt)}</dd>`}
      <dt>Expires</dt><dd>${formatTime(domain.expiresAt)}</dd>
      ${transfer && html`<dt>Transfer</dt><dd>${chip(transfer.status)} ${transfer.actingBy} to ${transfer.requestedBy}, ${transfer.status === 'pending' ? 'approved by default on' : 'ended'} ${formatTime(transfer.actingAt)}</dd>`}
      ${domain.autoApprove === false && html`<dt>Responses</dt><dd>This registrar only responds manually.</dd>`}
    </dl>
    <p class="buttons">
      ${actionsFor(context, domain)}
      ${button(domain.autoApprove === false ? 'Respond automatically' : 'Respond manually', `PATCH ${at}`, { body: { autoApprove: domain.autoApprove === false } })}
      ${button(domain.premium ? 'Make standard' : 'Make premium', `PATCH ${at}`, { body: { premium: !domain.premium } })}
    </p>
  </section>`;
}

function drawDs({ keyTag, algorithm, digestType, digest }: DsRecord): Html {
  return html`<code>${keyTag} ${algorithm} ${digestType} ${digest}</code>`;
}
