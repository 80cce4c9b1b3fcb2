/** HTML templates that escape every value unless it is Html already. */

import { sealInks } from '@nameloan/brand/guilloche';
import { logoPath } from '@nameloan/brand/logo';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

/** `html\`<p>${anything}</p>\``: strings are escaped, lists joined, false and null left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = strings[0] ?? '';
  for (const [place, value] of values.entries())
    text += renderValue(value) + (strings[place + 1] ?? '');
  return new Html(text);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function renderValue(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(renderValue).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** Date and time in UTC, to the minute. */
export function formatTime(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`;
}

/** Formats cents as an amount with its currency. */
export function formatMoney(cents: number, currency: string): string {
  const amount = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return currency === 'usd' ? `$${amount}` : `${amount} ${currency.toUpperCase()}`;
}

/** The product's logo in the current text colour. */
export function mark(): Html {
  return html`<svg class="mark" viewBox="-50 -50 100 100" aria-hidden="true"><path d="${logoPath}" fill="none" stroke="currentColor" stroke-width="5" stroke-linejoin="round"/></svg>`;
}

/** The seal of a name with its first letter; decorative, always shown with the name. */
export function seal(name: string): Html {
  const [letter = ''] = name;
  return html`<span class="seal inks-${sealInks(name)}" aria-hidden="true"><img src="/page/seals/${encodeURIComponent(name)}.svg" alt="" loading="lazy">${letter.toUpperCase()}</span>`;
}

/** A domain name with its suffix styled separately. */
export function nameplate(name: string): Html {
  const dot = name.indexOf('.');
  if (dot < 0) return html`<span class="name">${name}</span>`;
  return html`<span class="name">${name.slice(0, dot)}<i>${name.slice(dot)}</i></span>`;
}

const tones: Readonly<Record<string, string>> = {
  ok: 'green',
  paid: 'green',
  delivered: 'green',
  open: 'blue',
  pending: 'amber',
  pendingTransfer: 'amber',
  processing: 'amber',
  partially_paid: 'amber',
  failed: 'red',
  abandoned: 'red',
  disputed: 'red',
  slow: 'amber',
  refuse: 'red',
  drop: 'red',
  nonsense: 'red',
  lost: 'red',
};

/** A chip for a state; the colour adds no information to the text. */
export function chip(state: string): Html {
  return html`<span class="chip ${tones[state] ?? 'gray'}">${state.replaceAll('_', ' ')}</span>`;
}

/** A button that makes a control call and then reloads the page. */
export function button(
  label: string,
  call: string,
  more: { body?: unknown; kind?: string } = {},
): Html {
  const body = more.body === undefined ? false : html` data-body="${JSON.stringify(more.body)}"`;
  return html`<button type="button" class="${more.kind ?? ''}" data-call="${call}"${body}>${label}</button>`;
}
