import { describe, expect, it } from 'vitest';

import { describeFile } from '../../../../lib/model/files/described-file.ts';

describe('the description of a file', () => {
  it('has its texts by language, without empty ones', () => {
    const altText = {
      en: { value: 'A mill', direction: 'ltr' },
      fr: { value: '', direction: 'ltr' },
    };
    expect(describeFile({ altText })?.altText).toEqual({ en: 'A mill' });
    expect(describeFile({ title: 'Mill' })?.title).toBe('Mill');
  });

  it.each([[undefined], [null], [''], [7], [{}], [{ en: { value: '' } }], [{ 'no tag': 'x' }]])(
    'has no text where the value is %j',
    (attribution) => {
      expect(describeFile({ attribution })?.attribution).toBeNull();
    },
  );

  it('has the id in lower case, and the address where there is no name', () => {
    const file = { file_id: 'ABCD', url: '/files/abcd', type: 'IMAGE/PNG' };
    expect(describeFile(file)).toMatchObject({
      fileId: 'abcd',
      name: '/files/abcd',
      isPicture: true,
    });
    expect(describeFile({})).toMatchObject({ fileId: '', name: '', isPicture: false });
  });

  it('does not exist for an element that is no object', () => {
    expect(describeFile('a.png')).toBeUndefined();
  });
});
