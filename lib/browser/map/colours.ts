/** The colours of the map, which the page defines for light and dark mode. */
export type MapColours = {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly text: string;
  readonly highlight: string;
};

/** Reads the colours from the custom properties of the page. */
export function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    water: colour('--line'),
    land: colour('--surface'),
    border: colour('--edge'),
    text: colour('--ink'),
    highlight: colour('--focus'),
  };
}
