import { describe, expect, it } from 'vitest';

import { chooseSize, listSizes, toImageInfo } from '../../../../lib/serializers/iiif/image-info.ts';

const thumbnail = { width: 400, height: 267 };
const page = { width: 1200, height: 800 };

describe('the sizes of a picture', () => {
  it('are there once for a picture so small that both copies are equal', () => {
    expect(listSizes({ thumbnail: page, page })).toEqual([page]);
    expect(toImageInfo('https://a.test/1', { thumbnail, page }).sizes).toEqual([thumbnail, page]);
  });

  it('are chosen by both edges, or by a width alone, which need not be that of a copy', () => {
    const copies = { thumbnail, page };
    expect(chooseSize('max', copies)).toBe(page);
    expect(chooseSize('400,267', copies)).toBe(thumbnail);
    expect(chooseSize('1200,', copies)).toBe(page);
    expect(chooseSize('90,', copies)).toBe(thumbnail);
    expect(chooseSize('401,', copies)).toBe(page);
    expect(chooseSize('9000,', copies)).toBe(page);
    expect(chooseSize('0,', copies)).toBeUndefined();
    expect(chooseSize('400,266', copies)).toBeUndefined();
    expect(chooseSize('', copies)).toBeUndefined();
  });
});
