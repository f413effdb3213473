import { describe, expect, it } from 'vitest';

import { mixColours, modelColours } from '../../../../lib/browser/map/colours.ts';
import { pageStyle } from '../../../../lib/pages/layout/style.ts';

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour of the land in light and dark pages. */
const landColours = [...pageStyle.matchAll(/--surface: (#[\da-f]{6})/g)].map(
  ([, colour = '']) => colour,
);

describe('the colours of models on a map', () => {
  it('have a contrast of 3 to 1 with the land, in light and dark pages', () => {
    expect(landColours).toHaveLength(2);
    const faint = landColours.flatMap((land) =>
      modelColours.filter((colour) => contrast(colour, land) < 3).map((colour) => [land, colour]),
    );
    expect(faint).toEqual([]);
  });

  it('are mixed with that of the land', () => {
    expect(mixColours('#ff0000', '#0000ff', 0.2)).toBe('#3300cc');
    expect(mixColours('#ffffff', '#000000', 1)).toBe('#ffffff');
  });
});
