// The fragment of the page's URL stores what the map shows: `#view=zoom/latitude/longitude&hidden=layer,layer`.

/** The parameter in which MapLibre stores the position of the map. */
export const viewParameter = 'view';

const hiddenParameter = 'hidden';

function readFragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Whether the URL contains a position of the map. */
export function hasMapPosition(): boolean {
  return readFragment().has(viewParameter);
}

/** Returns the layers that the URL lists as hidden. */
export function readHiddenLayers(): readonly string[] {
  return (readFragment().get(hiddenParameter) ?? '').split(',').filter((name) => name !== '');
}

export function writeHiddenLayers(layers: readonly string[]): void {
  const fragment = readFragment();
  if (layers.length === 0) fragment.delete(hiddenParameter);
  else fragment.set(hiddenParameter, layers.join(','));
  // MapLibre needs the slashes of its own parameter unescaped.
  history.replaceState(history.state, '', `#${fragment.toString().replaceAll('%2F', '/')}`);
}
