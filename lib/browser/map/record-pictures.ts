import type { MapText } from './map-text.ts';

/** The part of a result of a search that is read here (format `results`). */
type PicturedResult = {
  readonly id: string;
  readonly picture?: {
    readonly uri: string;
    readonly width: number;
    readonly height: number;
    readonly alternative_text: string | null;
    readonly credit: string | null;
  };
};

/**
 * Adds the first pictures of records to the items of a list, if they have any. Without an answer the list stays as it is.
 * @param items by the id of their record
 * @param resourcePagesPath the path of the list of resource instances
 */
export async function showPictures(
  items: ReadonlyMap<string, HTMLLIElement>,
  resourcePagesPath: string,
  text: MapText,
): Promise<void> {
  const query = new URLSearchParams({ ids: [...items.keys()].join(','), format: 'results' });
  const response = await fetch(`${resourcePagesPath}?${query.toString()}`).catch(() => undefined);
  if (response?.ok !== true) return;
  const { results }: { readonly results: readonly PicturedResult[] } = await response.json();
  for (const { id, picture } of results) {
    const item = items.get(id);
    if (item !== undefined && picture !== undefined) addPicture(item, picture, text);
  }
}

function addPicture(
  item: HTMLLIElement,
  {
    uri,
    width,
    height,
    alternative_text: alternative,
    credit,
  }: Required<PicturedResult>['picture'],
  text: MapText,
): void {
  const image = document.createElement('img');
  const { pathname } = new URL(uri);
  Object.assign(image, { src: pathname, alt: alternative ?? '', width, height });
  const words = document.createElement('div');
  words.append(...item.childNodes);
  if (credit !== null) {
    const line = document.createElement('small');
    line.textContent = text('map-script.credit', { credit });
    words.append(document.createElement('br'), line);
  }
  item.className = 'pictured';
  item.replaceChildren(image, words);
}
