import { tokenScript } from './token-script.ts';

/**
 * Shows the forms and sends their requests, without cookies, with the token in its field. A write is stored only by the second button, which
 * appears after a dry run of the same request.
 */
const requestScript = `
const mostCharacters = 20000;
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  const part = target?.closest('details');
  if (!part) return;
  part.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', openTarget);
openTarget();
const fieldsIn = (form, place) => Array.from(form.elements).filter(({ dataset, value }) => dataset.in === place && value !== '');
const requestUrl = (form, isDryRun) => {
  const url = new URL(location.origin);
  let path = form.dataset.path;
  for (const { name, value } of fieldsIn(form, 'path')) path = path.replace('{' + name + '}', encodeURIComponent(value));
  for (const { name, value } of fieldsIn(form, 'query')) url.searchParams.append(name, value);
  if (isDryRun) url.searchParams.append('dry_run', 'true');
  url.pathname = path;
  return url;
};
const requestInit = (form) => {
  const headers = Object.fromEntries(fieldsIn(form, 'header').map(({ name, value }) => [name, value]));
  const token = tokenField.value.trim();
  if (token !== '') headers.Authorization = 'Bearer ' + token;
  const init = { method: form.dataset.method, headers, credentials: 'omit', cache: 'no-store' };
  const [text] = fieldsIn(form, 'body');
  const [type] = fieldsIn(form, 'type');
  const fields = fieldsIn(form, 'field');
  if (text) {
    headers['Content-Type'] = type.value;
    init.body = text.value;
  } else if (fields.length > 0) init.body = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  return init;
};
const readStart = async (response) => {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= mostCharacters) continue;
    await reader.cancel();
    return text.slice(0, mostCharacters) + '\\n… The rest is not shown.';
  }
};
for (const form of document.querySelectorAll('form[data-path]')) {
  const status = form.querySelector('[role=status]');
  const output = form.querySelector('pre');
  const store = form.querySelector('[data-store]');
  let latest;
  form.addEventListener('input', () => {
    if (store) store.hidden = true;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    latest?.abort();
    const request = new AbortController();
    latest = request;
    const isDryRun = store !== null && event.submitter !== store;
    const url = requestUrl(form, isDryRun);
    const init = requestInit(form);
    if (store) store.hidden = true;
    status.textContent = 'Sending…';
    output.hidden = true;
    try {
      const response = await fetch(url, { ...init, signal: request.signal });
      const text = await readStart(response);
      const headers = Array.from(response.headers, ([name, value]) => name + ': ' + value);
      status.textContent = response.status + ' ' + response.statusText + ' for ' + url.pathname + url.search + (isDryRun && response.ok ? '. Nothing is stored yet.' : '');
      output.textContent = headers.join('\\n') + '\\n\\n' + text;
      output.hidden = false;
      if (isDryRun && response.ok) store.hidden = false;
    } catch {
      if (latest !== request) return;
      status.textContent = 'No response could be read. The service may be unreachable, the token may have characters that a header cannot have, or the response redirects to another host.' + (store && !isDryRun ? ' Check whether the change was stored.' : '');
    }
  });
}
`;

/** The script of the page of a subject. */
export const docsScript = tokenScript + requestScript;
