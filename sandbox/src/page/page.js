// The page's buttons and forms: each makes the control call in its data-call and reloads the page.

import { callControl } from './call-control.js';

const banner = document.getElementById('banner');

function showError(message) {
  banner.textContent = message;
  banner.hidden = false;
}

// A page that is being left is not reloaded when its call finishes.
let leaving = false;
window.addEventListener('beforeunload', () => (leaving = true));

async function run(control, target, body) {
  control.disabled = true;
  try {
    await callControl(target, body);
    if (!leaving) location.reload();
  } catch (error) {
    showError(error.message);
    control.disabled = false;
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-call]');
  if (!button) return;
  run(button, button.dataset.call, button.dataset.body && JSON.parse(button.dataset.body));
});

/** A field's value; undefined for an empty number, so that it is left out of the body. */
function readField(field) {
  if ('lines' in field.dataset) return field.value.split('\n').filter(Boolean);
  if (field.type === 'number') return field.value === '' ? undefined : Number(field.value);
  return field.value.trim();
}

/** A name with dots is a path within the body. */
function put(body, [name, ...inner], value) {
  if (inner.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name], inner, value);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.dataset.call) return;
  event.preventDefault();
  const body = form.dataset.body ? JSON.parse(form.dataset.body) : {};
  let target = form.dataset.call;
  for (const field of form.querySelectorAll('[name]')) {
    const place = `{${field.name}}`;
    if (target.includes(place))
      target = target.replace(place, encodeURIComponent(field.value.trim()));
    else put(body, field.name.split('.'), readField(field));
  }
  run(form.querySelector('button'), target, body);
});

// Reloads the page when it is stale, but not while the user types, presses a button or reads an error.
const version = document.body.dataset.version;
let pressing = false;
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, () => (pressing = true), true);
for (const type of ['pointerup', 'pointercancel', 'keyup', 'blur'])
  window.addEventListener(type, () => (pressing = false), true);

function isBusy() {
  if (document.hidden || pressing || leaving || !banner.hidden) return true;
  if (document.activeElement?.matches('input, select, textarea')) return true;
  if (document.querySelector('button:disabled')) return true;
  return [...document.querySelectorAll('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  );
}

async function refreshIfStale() {
  if (isBusy()) return;
  const answer = await fetch('/page/version').then((response) => response.json());
  if (String(answer.version) !== version && !isBusy()) location.reload();
}

if (version !== undefined) setInterval(() => refreshIfStale().catch(() => {}), 3000);
