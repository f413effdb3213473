/**
 * Takes the token that a form of the page gives into its field, from where the requests read it. It is stored nowhere else, and the field is
 * emptied when the token ends.
 */
export const tokenScript = `
const tokenField = document.getElementById('access-token');
const tokenStatus = document.getElementById('token-status');
for (const element of document.querySelectorAll('[data-script]')) element.hidden = false;
for (const form of document.querySelectorAll('.token-form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    form.reset();
    tokenField.value = '';
    tokenStatus.textContent = 'Asking…';
    try {
      const response = await fetch(form.action, { method: 'POST', body, cache: 'no-store' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const token = page.getElementById('issued-token')?.value;
      if (token === undefined) {
        const reason = page.querySelector('[role=alert]') ?? page.querySelector('h1');
        tokenStatus.textContent = 'There is no token: ' + reason.textContent.trim();
        return;
      }
      const lifetime = 300000;
      const end = new Date(Date.now() + lifetime).toTimeString().slice(0, 8);
      tokenField.value = token;
      tokenStatus.textContent = 'A token that ' + (body.get('scope') === 'read' ? 'reads' : 'reads and writes') + ', until ' + end + '.';
      setTimeout(() => {
        if (tokenField.value !== token) return;
        tokenField.value = '';
        tokenStatus.textContent = 'The token has ended. Get another one.';
      }, lifetime);
    } catch {
      tokenStatus.textContent = 'There is no token: the service cannot be reached.';
    }
  });
}
`;
