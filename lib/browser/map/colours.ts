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

/** Colours that colour-blind people can tell apart (Okabe and Ito, 2008), readable on light and dark backgrounds. */
const modelColours = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#b58900',
  '#2f9fd8',
  '#7a5195',
  '#8a6d3b',
];

/** The colour of a model. @param position of the model among all */
export function modelColour(position: number): string {
  return modelColours[position % modelColours.length] ?? '#0072b2';
}
