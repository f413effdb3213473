import { describe, expect, it } from 'vitest';

import { describeFile } from '../../../../lib/model/files/described-file.ts';
import { joinLanguageMaps, toLanguageMap } from '../../../../lib/serializers/iiif/language-map.ts';
import { toManifest, type ManifestPicture } from '../../../../lib/serializers/iiif/manifest.ts';

const sizes = { thumbnail: { width: 4, height: 3 }, page: { width: 8, height: 6 } };

function picture(members: Readonly<Record<string, unknown>>): ManifestPicture {
  const file = describeFile(members);
  if (file === undefined) throw new Error('This is no file.');
  return { file, sizes };
}

const manifestOf = (pictures: readonly ManifestPicture[], licence?: string) =>
  toManifest(
    { resourceId: 'r', names: {}, descriptions: { en_GB: 'An old mill' }, pictures },
    { baseUrl: 'https://a.test', instance: { title: 'Mills', licence } },
  );

describe('a language map', () => {
  it('has tags of BCP 47, and none for a text without a language', () => {
    expect(toLanguageMap({ en_GB: 'Mill', fr: '', de: null })).toEqual({ 'en-GB': ['Mill'] });
    expect(toLanguageMap('Mill')).toEqual({ none: ['Mill'] });
    expect(toLanguageMap({})).toBeUndefined();
    expect(toLanguageMap(null)).toBeUndefined();
  });

  it('is joined with others without repeating a text', () => {
    const maps = [{ en: ['Ada'] }, { en: ['Ada'], de: ['Ada'] }, { en: ['Bob'] }];
    expect(joinLanguageMaps(maps)).toEqual({ en: ['Ada', 'Bob'], de: ['Ada'] });
  });
});

describe('a manifest', () => {
  it('is called by the id of a record without a name, and has its description', () => {
    expect(manifestOf([picture({ file_id: '1' })])).toMatchObject({
      label: { none: ['r'] },
      summary: { 'en-GB': ['An old mill'] },
    });
  });

  it('names everybody who is to be named with a picture, once', () => {
    const manifest = manifestOf([
      picture({ file_id: '1', attribution: 'Ada' }),
      picture({ file_id: '2', attribution: 'Ada' }),
      picture({ file_id: '3', attribution: 'Bob' }),
    ]);
    expect(manifest).toMatchObject({ requiredStatement: { value: { none: ['Ada', 'Bob'] } } });
    expect(manifestOf([picture({ file_id: '1' })])).not.toHaveProperty('requiredStatement');
  });

  it.each([
    ['https://creativecommons.org/licenses/by/4.0/', 'http://creativecommons.org/licenses/by/4.0/'],
    ['http://rightsstatements.org/vocab/InC/1.0/', 'http://rightsstatements.org/vocab/InC/1.0/'],
    ['https://example.org/licence', undefined],
    [undefined, undefined],
  ])('of data under %s has the rights %s', (licence, rights) => {
    const manifest: object = manifestOf([picture({ file_id: '1' })], licence);
    expect(Reflect.get(manifest, 'rights')).toBe(rights);
  });
});
