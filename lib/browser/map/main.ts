// The script of pages with a map. It loads MapLibre, 300 KB compressed, only when the map comes into view.

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      void showMap(target);
    }
  },
  { rootMargin: '200px' },
);

/** Replaces the content of an element with a map. Without a map, the content stays. */
async function showMap(element: HTMLElement): Promise<void> {
  const content = [...element.childNodes];
  try {
    // Importing MapLibre here too makes the build put it into a file of its own.
    const [{ openMap }] = await Promise.all([import('./open-map.ts'), import('maplibre-gl')]);
    await openMap(element, JSON.parse(element.dataset['map'] ?? '{}'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the browser cannot draw it';
    const message = document.createElement('p');
    message.textContent = `The map cannot be shown: ${reason}`;
    element.className = 'card map';
    element.replaceChildren(...content, message);
  }
}

for (const element of document.querySelectorAll('[data-map]')) observer.observe(element);
