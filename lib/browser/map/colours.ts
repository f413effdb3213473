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

/**
 * Colours that colour-blind people can tell apart (after Okabe and Ito, 2008), with a contrast of 3 to 1 on light and dark backgrounds (WCAG
 * 1.4.11).
 */
export const modelColours = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#c8709f',
  '#b08500',
  '#2a8fc4',
  '#9a6fb8',
  '#8a6d3b',
];

/** The colour of a model. @param position of the model among all */
export function modelColour(position: number): string {
  return modelColours[position % modelColours.length] ?? '#0072b2';
}

/** Mixes two colours. @param share of the first one, from 0 to 1 @param first such as `#0072b2` */
export function mixColours(first: string, second: string, share: number): string {
  const parts = (colour: string): readonly number[] =>
    [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  const others = parts(second);
  return `#${parts(first)
    .map((part, index) => Math.round(part * share + (others[index] ?? 0) * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}
