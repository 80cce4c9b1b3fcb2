/** The mailbox view: the mails that the product sent, and the open one. */

import { listMails } from '../mail/mailbox.ts';
import type { Mail } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Html } from './html.ts';
import { formatTime, html } from './html.ts';

const maxShown = 100;

export function drawMail(context: SandboxContext, query: URLSearchParams): Html {
  const to = query.get('to')?.trim() || null;
  const mails = listMails(context, to);
  const open = context.store.table('mails').get(query.get('id') ?? '');
  const search = html`<form class="inline" action="/" method="get">
    <input type="hidden" name="view" value="mail">
    <label>To <input type="search" name="to" value="${to}" placeholder="address" autocomplete="off"></label>
    <button>Show</button>
  </form>`;
  if (mails.length === 0) {
    return html`${search}<p class="empty">${to ? `No mail to ${to}.` : 'No mail yet. Mails that the product sends appear here.'}</p>`;
  }
  const items = mails.slice(0, maxShown).map((mail) => drawItem(mail, open, to));
  return html`${search}
    <div class="${open ? 'panes reading' : 'panes'}">
      <ul class="list" aria-label="Mails">${items}</ul>
      ${open ? drawOpen(open, query.get('part'), to) : html`<p class="empty pick">Select a mail to read it.</p>`}
    </div>
    ${mails.length > maxShown && html`<p class="hint">The newest ${maxShown} of ${mails.length}.</p>`}`;
}

function drawItem(mail: Mail, open: Mail | undefined, to: string | null): Html {
  const current = mail.id === open?.id && html` aria-current="true"`;
  return html`<li><a href="${address(mail, to)}"${current}>
    <strong>${mail.subject || '(no subject)'}</strong>
    <span>${mail.to}</span>
    <small>${formatTime(mail.at)}</small>
  </a></li>`;
}

function drawOpen(mail: Mail, format: string | null, to: string | null): Html {
  const asHtml = mail.html !== '' && format !== 'text';
  const body = asHtml
    ? html`<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${mail.id}/html"></iframe>`
    : html`<pre class="mail">${linked(mail.text)}</pre>`;
  const switcher =
    mail.html !== '' &&
    html`<nav class="switch" aria-label="Mail format">
      <a href="${address(mail, to)}"${asHtml && html` aria-current="true"`}>HTML</a>
      <a href="${address(mail, to)}&amp;part=text"${!asHtml && html` aria-current="true"`}>Text</a>
    </nav>`;
  return html`<article class="card">
    <p class="back"><a href="/?view=mail${to && `&to=${encodeURIComponent(to)}`}">All mails</a></p>
    <h2>${mail.subject || '(no subject)'}</h2>
    <dl>
      <dt>To</dt><dd>${mail.to}</dd>
      <dt>From</dt><dd>${mail.from}</dd>
      <dt>At</dt><dd>${formatTime(mail.at)}</dd>
    </dl>
    ${switcher}
    ${body}
  </article>`;
}

function address(mail: Mail, to: string | null): string {
  return `/?view=mail&id=${mail.id}${to ? `&to=${encodeURIComponent(to)}` : ''}`;
}

/** Turns URLs in the mail's text into links. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"')\]]+)/).map((piece, place) => {
    if (place % 2 === 0) return html`${piece}`;
    return html`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>`;
  });
}

/** A mail's HTML for its frame; links open in a new tab. */
export function drawMailHtml(mail: Mail): string {
  return `<!doctype html><base target="_blank">${mail.html}`;
}
