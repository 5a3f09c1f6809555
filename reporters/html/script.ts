/** Only reads attributes and sets text, so that nothing in a report can become markup or code. */
export const script = `
'use strict';
(() => {
  document.documentElement.classList.add('scripted');
  const byId = (id) => document.getElementById(id);
  const field = () => document.querySelector('#filter input');

  const filter = () => {
    const words = field().value.toLowerCase().split(/\\s+/);
    const items = [...document.querySelectorAll('[data-words]')];
    for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
    for (const part of document.querySelectorAll('main > section')) {
      const own = [...part.querySelectorAll('[data-words]')];
      part.hidden = own.length > 0 && own.every((item) => item.hidden);
    }
    const rows = [...document.querySelectorAll('#all tbody tr')];
    const shown = rows.filter((row) => !row.hidden).length;
    document.querySelector('#filter output').value = 'Showing ' + shown + ' of ' + rows.length + ' requirements';
  };

  /* The address has the place, the filter and what is unfolded, so that a link shows the same view. */
  const folds = () => [...document.querySelectorAll('details[id]')];
  const remember = (place) => {
    const state = new URLSearchParams();
    const open = folds().filter((fold) => fold.open).map(({ id }) => id);
    if (place) state.set('at', place);
    if (field()?.value) state.set('filter', field().value);
    if (open.length > 0) state.set('open', open.join(' '));
    const text = state.toString();
    history.replaceState(null, '', text ? '#' + text : location.href.split('#')[0]);
  };
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const recall = () => {
    const hash = location.hash.slice(1);
    const isState = hash.includes('=');
    const state = new URLSearchParams(isState ? hash : '');
    if (field()) {
      field().value = state.get('filter') ?? '';
      filter();
    }
    const open = (state.get('open') ?? '').split(' ');
    if (isState) for (const fold of folds()) fold.open = open.includes(fold.id);
    const place = byId(isState ? state.get('at') : decoded(hash));
    for (let fold = place?.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    return place;
  };
  const placeOf = (element) => element.closest('article, .card, section, footer')?.closest('[id]')?.id;

  document.addEventListener('input', () => {
    filter();
    remember();
  });
  document.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', ({ target }) => {
    const fold = target.closest('summary')?.parentElement;
    // The fold has changed when the click is over.
    if (fold) setTimeout(() => remember(placeOf(fold)));
  });
  const follow = () => {
    const place = recall();
    if (place && location.hash.includes('=')) place.scrollIntoView();
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
})();
`;
