// Copy buttons, and the search of the REST reference. Without it, the pages show everything and the browser's search works.

const messageMs = 4000;

for (const button of document.querySelectorAll('button[data-copies]')) {
  const code = document.getElementById(button.dataset.copies);
  const status = button.nextElementSibling;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      status.textContent = 'Selected: copy it with your keyboard';
    }
    setTimeout(() => (status.textContent = ''), messageMs);
  });
}

function openTarget() {
  const id = decodeURIComponent(location.hash.slice(1));
  for (const link of document.querySelectorAll('.calls a'))
    if (link.hash === location.hash) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  const call = id && document.getElementById(id)?.closest('details');
  if (!call) return;
  call.open = true;
  call.scrollIntoView();
}

function startSearch(search) {
  const links = new Map(
    [...document.querySelectorAll('.calls a')].map((link) => [
      link.hash.slice(1),
      link.parentElement,
    ]),
  );
  const calls = [...document.querySelectorAll('.call')].map((call) => ({
    call,
    link: links.get(call.querySelector('.inside').id),
    text: [call.querySelector('summary'), ...call.querySelectorAll('dt code')]
      .map((part) => part.textContent)
      .join(' ')
      .toLowerCase(),
  }));
  const groups = document.querySelectorAll('.group, .calls > li');
  const count = document.getElementById('found');
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { call, link, text } of calls) {
      const matches = words.every((word) => text.includes(word));
      call.hidden = !matches;
      link.hidden = !matches;
      found += matches;
    }
    for (const group of groups)
      group.hidden =
        words.length > 0 && !group.querySelector('.call:not([hidden]), li:not([hidden])');
    count.textContent = words.length > 0 ? `${found} of ${calls.length} calls` : '';
  };
  search.closest('.search').hidden = false;
  search.addEventListener('input', filter);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
  });
  addEventListener('hashchange', openTarget);
  // The address may name the call that was closed again.
  document.addEventListener('click', (event) => {
    if (event.target.closest('.calls a')?.hash === location.hash) openTarget();
  });
  openTarget();
}

const search = document.getElementById('search');
if (search) startSearch(search);
