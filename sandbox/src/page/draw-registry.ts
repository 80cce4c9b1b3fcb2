/** The registry: its domains, the one looked up, and what the other registrar may do. */

import { canonicalName } from '../dns/zone.ts';
import type { Domain } from '../records.ts';
import { displayedStatuses, isDomainName, isPending, otherRegistrar } from '../registry/domain.ts';
import { rgpStatus } from '../registry/expiry-phases.ts';
import { getDomain, isAvailable } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { button, chip, formatTime, html, nameplate, seal } from './html.ts';

const maxShown = 200;

export function drawRegistry(world: SandboxContext, asked: URLSearchParams): Html {
  const name = canonicalName(asked.get('name')?.trim() ?? '');
  const domains = [...world.store.table('domains').values()].reverse();
  const shown = domains.slice(0, maxShown);
  return html`
    <form class="inline" action="/" method="get">
      <input type="hidden" name="view" value="registry">
      <label>Name <input type="search" name="name" value="${name}" placeholder="example.com" autocomplete="off" autocapitalize="off"></label>
      <button>Look up</button>
    </form>
    ${name && drawAsked(world, name)}
    ${
      shown.length === 0
        ? html`<p class="empty">No domain was asked for yet. Every name is held by ${otherRegistrar} until it is transferred.</p>`
        : html`<div class="table"><table>
            <thead><tr><th>Domain</th><th>Registrar</th><th>Status</th><th>Expires</th><th><span class="sr">What to do</span></th></tr></thead>
            <tbody>${shown.map((domain) => drawRow(world, domain))}</tbody>
          </table></div>`
    }
    ${domains.length > shown.length && html`<p class="hint">The newest ${shown.length} of ${domains.length}.</p>`}`;
}

function drawRow(world: SandboxContext, domain: Domain): Html {
  return html`<tr>
    <td><a class="domain" href="/?view=registry&amp;name=${domain.name}">${seal(domain.name)}${nameplate(domain.name)}</a></td>
    <td data-label="Registrar">${domain.registered ? domain.registrar : 'nobody'}</td>
    <td data-label="Status">${domain.registered && drawStatuses(world, domain)}</td>
    <td data-label="Expires">${formatTime(domain.expiresAt)}</td>
    <td class="actions">${actionsFor(world, domain)}</td>
  </tr>`;
}

/** EPP's statuses, the grace period that the name is in, and what makes it dear. */
function drawStatuses(world: SandboxContext, domain: Domain): Html {
  const now = world.clock.now();
  const grace = rgpStatus(domain, now);
  const chips = [...displayedStatuses(domain, now), ...(grace ? [grace] : [])].map(chip);
  return html`${chips}${domain.premium && chip('premium')}`;
}

/** Answers to a pending transfer that is the other registrar's to answer, or the takeover of ours. */
function actionsFor(world: SandboxContext, domain: Domain): Html | false {
  const at = `/registry/domains/${encodeURIComponent(domain.name)}`;
  if (!domain.registered) return false;
  if (isPending(domain) && domain.registrar === otherRegistrar) {
    return html`${button('Approve', `POST ${at}/approve`, { kind: 'primary' })} ${button('Reject', `POST ${at}/reject`)}`;
  }
  if (isPending(domain) || domain.registrar !== world.registrar.id) return false;
  return button('Take over', `POST ${at}/takeover`);
}

function drawAsked(world: SandboxContext, name: string): Html {
  if (!isDomainName(name)) return html`<p class="notice">${name} is not a domain name.</p>`;
  if (isAvailable(world, name))
    return html`<p class="notice">${nameplate(name)} is registered by nobody.</p>`;
  const domain = getDomain(world, name);
  const { transfer } = domain;
  const at = `/registry/domains/${encodeURIComponent(name)}`;
  return html`<section class="card" aria-label="${name}">
    <h2 class="domain">${seal(name)}${nameplate(name)}</h2>
    <dl>
      <dt>Registrar</dt><dd>${domain.registrar}</dd>
      <dt>Code</dt><dd><code>${domain.authCode}</code></dd>
      <dt>Status</dt><dd>${drawStatuses(world, domain)}</dd>
      <dt>Nameservers</dt><dd class="texts">${domain.nameservers.map((host) => html`<code>${host}</code>`)}</dd>
      <dt>Expires</dt><dd>${formatTime(domain.expiresAt)}</dd>
      ${transfer && html`<dt>Transfer</dt><dd>${chip(transfer.status)} ${transfer.actingBy} to ${transfer.requestedBy}, ${transfer.status === 'pending' ? 'by silence' : 'ended'} ${formatTime(transfer.actingAt)}</dd>`}
      ${domain.autoApprove === false && html`<dt>Answers</dt><dd>This registrar answers by hand alone, or by silence.</dd>`}
    </dl>
    <p class="buttons">
      ${actionsFor(world, domain)}
      ${button(domain.autoApprove === false ? 'Answer by itself' : 'Answer by hand', `PATCH ${at}`, { body: { autoApprove: domain.autoApprove === false } })}
      ${button(domain.premium ? 'Make standard' : 'Make premium', `PATCH ${at}`, { body: { premium: !domain.premium } })}
    </p>
  </section>`;
}
