import { describe, expect, it } from 'vitest';

import { openSentinels, sentinelsIn } from './sentinels.ts';

describe('sentinels', () => {
  it('are found within URIs, with any text around them', () => {
    const { id, text, ontologyClass, ontologyProperty } = openSentinels();
    const createdSentinels = {
      tile: id('tile'),
      node: id('node'),
      graph: id('graph'),
      file: text(),
      class: ontologyClass(),
      property: ontologyProperty(),
    };
    const textsWithSentinels = [
      `<https://heritage.test/tile/${createdSentinels.tile}/node/${createdSentinels.node}#0>`,
      `<ns1:node-${createdSentinels.node} xmlns:ns1="https://heritage.test/graph/${createdSentinels.graph}#">`,
      `https://heritage.test/files/${createdSentinels.file}`,
      `{"http://ontology.test/${createdSentinels.property}":{"@type":"http://ontology.test/${createdSentinels.class}"}}`,
    ];
    expect(sentinelsIn(textsWithSentinels.join(' '))).toEqual(
      new Set(Object.values(createdSentinels)),
    );
  });
});
