import { describe, expect, it } from 'vitest';

import { readDocs } from '../../../../lib/http/description/docs-groups.ts';
import { searchDocs } from '../../../../lib/http/description/docs-search.ts';
import openApi from '../../../../lib/http/description/openapi.generated.json' with { type: 'json' };

const docs = readDocs(openApi);

const search = (text: string): readonly string[] =>
  searchDocs(docs, text).flatMap(({ operations }) => operations.map(({ id }) => id));

describe('the search for operations', () => {
  it('finds a word of a path, a summary, a parameter, and a field of an object in a response', () => {
    expect(search('/rdm/collections')).toEqual(['get-collection']);
    expect(search('that verify access tokens')).toEqual(['public-keys']);
    expect(search('field_name_length')).toContain('get-geojson');
    expect(search('graph_publication_id')).toContain('get-resource');
  });

  it('finds only what contains all words, in any letter case and order', () => {
    const both = search('TILE legacyid');
    expect(both).toEqual(search('legacyid tile'));
    expect(both).toContain('put-resource');
    const each = [search('legacyid'), search('tile')];
    expect(each.map((ids) => both.every((id) => ids.includes(id)))).toEqual([true, true]);
    expect(both.length).toBeLessThan(Math.min(...each.map((ids) => ids.length)) + 1);
  });

  it('does not find every operation for a field that all errors have', () => {
    expect(search('request_id').length).toBeLessThan(5);
  });

  it('leaves out groups without a found operation', () => {
    expect(searchDocs(docs, 'nothing-has-this-word')).toEqual([]);
    expect(searchDocs(docs, '/mobileprojects').map(({ name }) => name)).toEqual([
      'mobile-projects',
    ]);
  });
});
