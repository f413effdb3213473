/** Makes copy buttons work, which stay hidden without scripts, and suggests records, concepts and texts below a search box. */
export const pageScript = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const result = document.getElementById(button.dataset.copies + '-copied');
  button.hidden = false;
  button.addEventListener('click', async () => {
    result.textContent = '';
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      result.textContent = button.dataset.copied;
    } catch {
      source.focus();
      getSelection().selectAllChildren(source);
      source.select?.();
      result.textContent = button.dataset.selected;
    }
  });
}
for (const box of document.querySelectorAll('input[data-suggests]')) {
  const list = document.getElementById(box.dataset.suggests);
  let latest = 0;
  let timer;
  const show = (suggestions) => {
    list.replaceChildren(
      ...suggestions.map(({ text, id, model, node, place, page }) => {
        const link = document.createElement('a');
        const { pathname, search } = new URL(page);
        link.href = pathname + search;
        link.dir = 'auto';
        link.textContent = text ?? id;
        if (place) link.dataset.bounds = place.join(',');
        const detail = document.createElement('small');
        detail.dir = 'auto';
        detail.textContent = [node?.label ?? node?.name, model.name].filter(Boolean).join(', ');
        const item = document.createElement('li');
        item.append(link, ' ', detail);
        return item;
      }),
    );
    list.hidden = suggestions.length === 0;
  };
  const suggest = async () => {
    latest += 1;
    const number = latest;
    const query = new URLSearchParams(new FormData(box.form));
    const response = box.value.trim() === '' ? undefined : await fetch(list.dataset.source + '?' + query).catch(() => undefined);
    const { suggestions } = response?.ok ? await response.json() : { suggestions: [] };
    const names = suggestions.flatMap(({ kind, text }) => (kind === 'record' ? [text] : []));
    // The name of a listed record is the text of one of its values, too.
    const shown = suggestions.filter(({ kind, text }) => kind !== 'text' || !names.includes(text));
    if (number === latest) show(shown);
  };
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 150);
  });
  box.form.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const stops = [box, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && stops.includes(document.activeElement)) {
      event.preventDefault();
      stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
    }
    if (event.key !== 'Escape') return;
    // Otherwise the browser would also clear the box.
    event.preventDefault();
    latest += 1;
    list.hidden = true;
    box.focus();
  });
}
`;
