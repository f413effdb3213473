// The address of the page keeps what the map shows: `#view=zoom/latitude/longitude&hidden=model,model`.

/** The name under which the library keeps the position in the address. */
export const viewName = 'view';

const hiddenName = 'hidden';

function readFragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Whether the address says where the map is. */
export function hasView(): boolean {
  return readFragment().has(viewName);
}

/** The layers that the address hides. */
export function readHidden(): readonly string[] {
  return (readFragment().get(hiddenName) ?? '').split(',').filter((name) => name !== '');
}

export function writeHidden(layers: readonly string[]): void {
  const fragment = readFragment();
  if (layers.length === 0) fragment.delete(hiddenName);
  else fragment.set(hiddenName, layers.join(','));
  // The library reads its own part with its slashes.
  history.replaceState(history.state, '', `#${fragment.toString().replaceAll('%2F', '/')}`);
}
