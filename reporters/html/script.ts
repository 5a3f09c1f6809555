/** Only reads attributes and sets text, so that nothing in a report can become markup or code. */
export const script = `
'use strict';
(() => {
  document.documentElement.classList.add('scripted');
  const status = document.getElementById('status');

  const form = document.getElementById('filter');
  if (form) {
    const output = form.querySelector('output');
    const fields = [...form.querySelectorAll('select, input')];
    const apply = () => {
      const rows = [...document.querySelectorAll('#all [data-outcome]')].map((row) => ({
        row, facts: row.dataset, text: row.textContent.toLowerCase(), counts: row.matches('tr'),
      }));
      const all = rows.filter(({ counts }) => counts).length;
      const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value]));
      const words = wanted.text.toLowerCase().split(/\\s+/);
      let shown = 0;
      for (const { row, facts, text, counts } of rows) {
        const fits = ['level', 'outcome', 'operation'].every((name) => !wanted[name] || facts[name] === wanted[name])
          && words.every((word) => text.includes(word));
        row.hidden = !fits;
        if (fits && counts) shown += 1;
      }
      output.value = 'Showing ' + shown + ' of ' + all + ' requirements';
    };

    const remember = () => {
      const set = fields.filter((field) => field.value !== '').map((field) => [field.name, field.value]);
      const fragment = new URLSearchParams(set).toString();
      history.replaceState(null, '', fragment ? '#' + fragment : location.href.split('#')[0]);
    };

    const recall = () => {
      const fragment = location.hash.slice(1);
      if (fragment !== '' && !fragment.includes('=')) return;
      const wanted = new URLSearchParams(fragment);
      for (const field of fields) {
        field.value = wanted.get(field.name) ?? '';
        if (field.selectedIndex === -1) field.value = '';
      }
      apply();
      if (fragment !== '') document.getElementById('all').scrollIntoView();
    };

    form.addEventListener('input', () => { apply(); remember(); });
    form.addEventListener('refresh', apply);
    form.addEventListener('submit', (event) => event.preventDefault());
    document.getElementById('clear').addEventListener('click', () => { form.reset(); apply(); remember(); });
    window.addEventListener('hashchange', recall);
    apply();
    recall();
  }

  for (const matrix of document.querySelectorAll('.matrix')) {
    matrix.scrollLeft = matrix.scrollWidth;
    const changes = [...matrix.querySelectorAll('thead a')];
    matrix.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || changes.length === 0) return;
      event.preventDefault();
      const at = changes.indexOf(document.activeElement);
      const next = changes.at(at < 0 ? -1 : Math.min(Math.max(at + step, 0), changes.length - 1));
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest', inline: 'center' });
      status.textContent = next.title;
    });
  }

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copiedTheOldWay(text);
    }
  };

  const copiedTheOldWay = (text) => {
    const area = document.createElement('textarea');
    area.className = 'unheard';
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button[data-copy]');
    if (!button) return;
    const done = await copied(button.dataset.copy);
    button.focus();
    if (!done) getSelection().selectAllChildren(button.parentElement.querySelector('code'));
    const said = done ? 'Copied' : 'Selected';
    status.textContent = done ? 'Copied to the clipboard' : 'Selected: copy it with the keyboard';
    button.textContent = said;
    setTimeout(() => { button.textContent = 'Copy'; status.textContent = ''; }, 2000);
  });
})();
`;
