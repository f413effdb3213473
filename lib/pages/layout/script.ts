/** Makes copy buttons work, which stay hidden without scripts, and suggests resource instances below a search box. */
export const pageScript = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const result = document.getElementById(button.dataset.copies + '-copied');
  button.hidden = false;
  button.addEventListener('click', async () => {
    result.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      result.textContent = 'Copied';
    } catch {
      field.focus();
      field.select();
      result.textContent = 'Selected: copy it with Ctrl+C';
    }
  });
}
for (const box of document.querySelectorAll('input[data-suggests]')) {
  const list = document.getElementById(box.dataset.suggests);
  let latest = 0;
  let timer;
  const show = (results) => {
    list.replaceChildren(
      ...results.map(({ id, name, model, place }) => {
        const link = document.createElement('a');
        link.href = new URL(id, box.form.action);
        link.dir = 'auto';
        link.textContent = name ?? id;
        if (place) link.dataset.bounds = place.join(',');
        const detail = document.createElement('small');
        detail.dir = 'auto';
        detail.textContent = model.name ?? '';
        const item = document.createElement('li');
        item.append(link, ' ', detail);
        return item;
      }),
    );
    list.hidden = results.length === 0;
  };
  const suggest = async () => {
    latest += 1;
    const number = latest;
    const query = new URLSearchParams(new FormData(box.form));
    query.set('format', 'results');
    query.set('limit', '8');
    const response = box.value.trim() === '' ? undefined : await fetch(box.form.action + '?' + query).catch(() => undefined);
    const results = response?.ok ? await response.json() : [];
    if (number === latest) show(results);
  };
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 150);
  });
  box.form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return;
    // Otherwise the browser would also clear the box.
    event.preventDefault();
    latest += 1;
    list.hidden = true;
    box.focus();
  });
}
`;
