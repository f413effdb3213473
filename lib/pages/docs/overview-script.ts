/** Narrows the list while the reader types, with the answer of the search, and follows addresses from when all operations were on this page. */
export const overviewScript = `
const formerPlace = document.getElementById(location.hash.slice(1))?.querySelector('a');
if (formerPlace) location.replace(formerPlace.href);
const form = document.querySelector('form[role=search]');
let latest = 0;
let timer;
form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    latest += 1;
    const number = latest;
    const address = form.action + '?' + new URLSearchParams(new FormData(form));
    const response = await fetch(address).catch(() => undefined);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (number === latest) document.getElementById('operations').replaceWith(page.getElementById('operations'));
  }, 200);
});
`;
