import { describe, expect, it } from 'vitest';

import { openSentinels, sentinelsIn } from './sentinels.ts';

describe('sentinels', () => {
  it('are found within URIs, with any text around them', () => {
    const { id, text, ontologyClass, ontologyProperty } = openSentinels();
    const made = {
      tile: id('tile'),
      node: id('node'),
      graph: id('graph'),
      file: text(),
      class: ontologyClass(),
      property: ontologyProperty(),
    };
    const written = [
      `<https://heritage.test/tile/${made.tile}/node/${made.node}#0>`,
      `<ns1:node-${made.node} xmlns:ns1="https://heritage.test/graph/${made.graph}#">`,
      `https://heritage.test/files/${made.file}`,
      `{"http://ontology.test/${made.property}":{"@type":"http://ontology.test/${made.class}"}}`,
    ];
    expect(sentinelsIn(written.join(' '))).toEqual(new Set(Object.values(made)));
  });
});
