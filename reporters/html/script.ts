/** Only reads attributes and sets text, so that nothing in a report can become markup or code. */
export const script = `
'use strict';
(() => {
  document.documentElement.classList.add('scripted');
  const byId = (id) => document.getElementById(id);
  const field = () => document.querySelector('#filter input');

  const filter = () => {
    const words = field().value.toLowerCase().split(/\\s+/);
    const rows = [...document.querySelectorAll('#all tbody tr')];
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    const shown = rows.filter((row) => !row.hidden).length;
    document.querySelector('#filter output').value = 'Showing ' + shown + ' of ' + rows.length + ' requirements';
  };

  /** The address keeps the filter, so that a link shows the same view. */
  const recall = () => {
    if (!field()) return;
    const wanted = new URLSearchParams(location.hash.slice(1)).get('filter');
    if (wanted !== null) field().value = wanted;
    filter();
  };

  document.addEventListener('input', () => {
    const { value } = field();
    history.replaceState(null, '', value ? '#filter=' + encodeURIComponent(value) : location.href.split('#')[0]);
    filter();
  });
  document.addEventListener('submit', (event) => event.preventDefault());
  const follow = () => {
    recall();
    if (location.hash.startsWith('#filter=')) byId('all')?.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  follow();

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('button[data-copy]');
    if (!button) return;
    const write = () => navigator.clipboard.writeText(button.dataset.copy);
    const done = await Promise.resolve().then(write).then(() => true, () => false);
    if (!done) getSelection().selectAllChildren(button.parentElement.querySelector('code'));
    button.textContent = done ? 'Copied' : 'Selected';
    byId('status').textContent = done ? 'Copied to the clipboard' : 'Selected: copy it with the keyboard';
    setTimeout(() => { button.textContent = 'Copy'; byId('status').textContent = ''; }, 2000);
  });

  if (!JSON.parse(byId('data').textContent).live) return;
  const update = async () => {
    const answer = await fetch('.', { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const typed = field()?.value ?? '';
    const folds = [...document.querySelectorAll('details[id]')].map(({ id, open }) => [id, open]);
    const places = scrollY > 0 ? [...document.querySelectorAll('main [id]')] : [];
    const seen = places.find((place) => place.getBoundingClientRect().top > 0);
    const top = seen?.getBoundingClientRect().top;
    document.title = fresh.title;
    for (const name of ['header', 'main', 'footer']) {
      document.querySelector(name).replaceWith(fresh.querySelector(name));
    }
    for (const [id, open] of folds) byId(id)?.toggleAttribute('open', open);
    if (field()) field().value = typed;
    recall();
    const again = seen && byId(seen.id);
    if (again) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: 'instant' });
  };
  const source = new EventSource('events');
  source.addEventListener('changed', update);
  source.addEventListener('open', update);
  source.addEventListener('error', () => {
    document.querySelector('.live').textContent = 'Disconnected: the suite has ended.';
  });
})();
`;
