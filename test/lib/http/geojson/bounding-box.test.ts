import { describe, expect, it } from 'vitest';

import { boundingBoxParameter } from '../../../../lib/http/geojson/bounding-box.ts';
import { isExtendedDate } from '../../../../lib/model/datatypes/values/extended-date.ts';

describe('a text of some megabytes in a parameter or a value', () => {
  // With a quadratic regular expression, each of these texts would take hours.
  it('is refused at once as a bbox', () => {
    const digits = '1'.repeat(4_000_000);
    for (const lastNumber of [digits, `${digits}x`, `.${digits}.`, ' '.repeat(4_000_000)]) {
      expect(boundingBoxParameter.safeParse(`1,2,3,${lastNumber}`).success).toBe(false);
    }
  });

  it('is refused at once as an extended date', () => {
    for (const part of [' '.repeat(4_000_000), '1'.repeat(4_000_000), ' ,'.repeat(1_000_000)]) {
      expect(isExtendedDate(`{1985,${part}x}`)).toBe(false);
      expect(isExtendedDate(part)).toBe(false);
    }
  });
});
