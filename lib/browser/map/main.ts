// The script of pages with a map. It loads MapLibre, 300 KB compressed, only when the map comes into view.

import type { MapMessageKey, MapOptions, MapWords } from '../../pages/map/map-options.ts';

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
  const options: MapOptions = JSON.parse(element.dataset['map'] ?? '{}');
  try {
    // Importing MapLibre here too makes the build put it into a file of its own.
    const [{ openMap }] = await Promise.all([import('./open-map.ts'), import('maplibre-gl')]);
    await openMap(element, options);
  } catch (error) {
    const message = document.createElement('p');
    message.textContent = failureText(options.words.messages, error);
    element.className = 'card map';
    element.replaceChildren(...content, message);
  }
}

function failureText(messages: MapWords['messages'], error: unknown): string {
  const textOf = (key: MapMessageKey): string => messages[key] ?? '';
  return error instanceof Error
    ? textOf('map-script.failed').replace('{reason}', () => error.message)
    : textOf('map-script.cannot-draw');
}

for (const element of document.querySelectorAll('[data-map]')) observer.observe(element);
