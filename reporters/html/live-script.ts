/**
 * Replaces the report by each new one without losing the place, the filter, the focus or what is unfolded. A new report
 * is the same page fetched again, so this script does not create markup from it.
 */
export const liveScript = `
(() => {
  const element = (name) => document.getElementById('live-' + name);
  const bar = document.getElementById('live');
  const status = document.getElementById('status');
  const PREFIX = 'requirement-';
  const PARTS = ['.masthead', 'main', 'body > footer'];
  let shown = 0;
  let phase = '';
  let ended = false;

  const show = (state) => {
    bar.dataset.phase = state.phase;
    bar.toggleAttribute('data-failing', state.failing.length > 0);
    const isRunning = state.phase === 'running';
    const words = { running: 'Running', waiting: 'Waiting for the server', idle: summary(state) };
    element('phase').textContent = words[state.phase];
    element('current').textContent = isRunning && state.total > 0
      ? state.done + ' of ' + state.total + ', ' + state.current : '';
    const progress = element('progress');
    progress.hidden = !isRunning;
    progress.max = Math.max(1, state.total);
    progress.value = state.done;
    element('run').disabled = false;
    element('stop').disabled = state.phase === 'idle';
    list('failing', isRunning ? 'Failing so far' : 'Failing', state.failing);
    list('broke', 'Broke since the previous run', state.broke);
    list('fixed', 'Fixed since the previous run', state.fixed);
    list('checked', 'Checked alone', state.checked.map(({ id }) => id), state.checked.map(said));
    if (phase === 'running' && state.phase === 'idle') status.textContent = 'The run has ended. ' + summary(state);
    phase = state.phase;
    if (state.version !== shown) update(state.version);
  };

  const summary = ({ version, failing }) => {
    if (version === 0) return 'Not run yet';
    return failing.length === 0 ? 'Nothing fails' : failing.length + ' failing';
  };

  const said = ({ outcome, finding }) => {
    if (outcome === 'pass') return ' passes now';
    return (outcome === 'fail' || outcome === 'warn' ? ' still fails: ' : ' is not decided: ') + finding;
  };

  const list = (name, title, ids, remarks = []) => {
    const line = element(name);
    line.hidden = ids.length === 0;
    const label = document.createElement('span');
    label.textContent = title + ': ';
    line.replaceChildren(label, ...ids.flatMap((id, index) => {
      const link = document.createElement('a');
      link.textContent = id;
      if (document.getElementById(PREFIX + id)) link.href = '#' + PREFIX + id;
      return [...(index > 0 ? [', '] : []), link, remarks[index] || ''];
    }));
  };

  const update = async (version) => {
    shown = version;
    const answer = await fetch(location.pathname).catch(() => undefined);
    if (!answer || !answer.ok) { shown = 0; return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // The page needs a new script after an update of the suite, and its script needs the filter from the start.
    const own = (page) => page.querySelector('style').textContent + page.querySelector('body > script').textContent;
    const isComplete = document.getElementById('filter') || !fresh.getElementById('filter');
    if (own(fresh) !== own(document) || !isComplete) {
      // The browser would look for what was in view, which may be the footer of a page that had nothing else.
      history.scrollRestoration = scrollY > 0 ? 'auto' : 'manual';
      location.reload();
      return;
    }
    addButtons(fresh);
    keepingPlace(() => {
      document.title = fresh.title;
      for (const part of PARTS) morph(document.querySelector(part), fresh.querySelector(part));
      for (const form of document.querySelectorAll('#filter')) form.dispatchEvent(new Event('refresh'));
    });
  };

  const keepingPlace = (change) => {
    const focused = document.activeElement;
    const places = scrollY > 0 ? placesInView() : [];
    change();
    // The innermost one that is still there.
    const kept = places.find(({ place }) => place.isConnected);
    if (kept) scrollBy({ top: kept.place.getBoundingClientRect().top - kept.top, behavior: 'instant' });
    if (focused && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
  };

  const placesInView = () => {
    const places = [];
    let place = document.elementFromPoint(innerWidth / 2, bar.getBoundingClientRect().bottom + 40);
    for (; place && place !== document.body; place = place.parentElement) {
      places.push({ place, top: place.getBoundingClientRect().top });
    }
    return places;
  };

  const keyOf = (node) => (node.nodeType === 1 ? node.id : '');

  /** Makes one node like another and keeps whatever is the same, with the state that a reader gave it. */
  const morph = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) { old.replaceWith(fresh); return; }
    if (old.nodeType !== 1) { old.nodeValue = fresh.nodeValue; return; }
    if (old.id === 'filter') return;
    const isKept = (name) => name === 'open' && old.nodeName === 'DETAILS';
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (!isKept(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    morphChildren(old, fresh);
  };

  const morphChildren = (old, fresh) => {
    const known = new Map([...old.children].filter(keyOf).map((child) => [child.id, child]));
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const same = at && !keyOf(at) && at.nodeName === next.nodeName ? at : undefined;
      const match = keyOf(next) ? known.get(next.id) : same;
      if (!match) { old.insertBefore(next, at); continue; }
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      morph(match, next);
    }
    while (at) {
      const last = at;
      at = at.nextSibling;
      last.remove();
    }
  };

  const addButtons = (page) => {
    const add = (place, id) => {
      const button = page.createElement('button');
      button.type = 'button';
      button.className = 'run-one';
      button.dataset.run = id;
      button.setAttribute('aria-label', 'Run only ' + id);
      place.append(button);
    };
    for (const finding of page.querySelectorAll('.finding')) {
      add(finding.querySelector('h3'), finding.id.slice(PREFIX.length));
    }
    for (const row of page.querySelectorAll('#requirements tbody tr:not([data-level="INFO"])')) {
      add(row.querySelector('.time'), row.querySelector('th code').textContent);
    }
  };

  const ask = async (action) => {
    const answer = await fetch(location.pathname + action, { method: 'POST' }).catch(() => undefined);
    if (!answer || !answer.ok) status.textContent = 'The suite refused this.';
  };

  const connect = () => {
    const source = new EventSource(location.pathname + 'events');
    source.onmessage = ({ data }) => {
      ended = false;
      // The toolbar grows and shrinks above what somebody reads.
      keepingPlace(() => show(JSON.parse(data)));
    };
    source.addEventListener('bye', () => { ended = true; });
    source.onerror = () => {
      bar.dataset.phase = 'away';
      element('phase').textContent = ended ? 'The suite has stopped' : 'Disconnected';
      element('current').textContent = 'This page goes on when the suite is started again in the same folder.';
      element('progress').hidden = true;
      element('run').disabled = true;
      element('stop').disabled = true;
      shown = 0;
      phase = '';
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
    };
  };

  element('run').addEventListener('click', () => ask('run'));
  element('stop').addEventListener('click', () => ask('stop'));
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-run]');
    if (button) ask('run?only=' + encodeURIComponent(button.dataset.run));
  });
  addButtons(document);
  connect();
})();
`;
