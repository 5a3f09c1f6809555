/** Only reads attributes and sets text, so that nothing in a report can become markup or code. */
export const script = `
'use strict';
(() => {
  document.documentElement.classList.add('scripted');
  const byId = (id) => document.getElementById(id);

  const field = document.querySelector('#filter input');
  const filter = () => {
    const words = field.value.toLowerCase().split(/\\s+/);
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
  if (field) filter();
  document.addEventListener('input', filter);
  document.addEventListener('submit', (event) => event.preventDefault());

  /* A link to a finding unfolds it. */
  const unfold = () => {
    const place = byId(location.hash.slice(1));
    for (let fold = place?.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  };
  addEventListener('hashchange', unfold);
  unfold();

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
