/** Shows the forms, and sends their requests with the token of the reader, which is not stored outside of its field. */
export const docsScript = `
const mostCharacters = 20000;
const tokenField = document.getElementById('access-token');
for (const element of document.querySelectorAll('[data-script]')) element.hidden = false;
const requestUrl = (form) => {
  const url = new URL(location.origin);
  let path = form.dataset.path;
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    if (dataset.in === 'query' && value !== '') url.searchParams.append(name, value);
  }
  url.pathname = path;
  return url;
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
  let latest;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    latest?.abort();
    const request = new AbortController();
    latest = request;
    const token = tokenField.value.trim();
    const url = requestUrl(form);
    status.textContent = 'Sending…';
    output.hidden = true;
    try {
      const response = await fetch(url, {
        headers: token === '' ? {} : { Authorization: 'Bearer ' + token },
        credentials: 'omit',
        cache: 'no-store',
        signal: request.signal,
      });
      const text = await readStart(response);
      const headers = Array.from(response.headers, ([name, value]) => name + ': ' + value);
      status.textContent = response.status + ' ' + response.statusText + ' for ' + url.pathname + url.search;
      output.textContent = headers.join('\\n') + '\\n\\n' + text;
      output.hidden = false;
    } catch {
      if (latest !== request) return;
      status.textContent = 'No response could be read. The service may be unreachable, the token may have characters that a header cannot have, or the response redirects to another host.';
    }
  });
}
`;
