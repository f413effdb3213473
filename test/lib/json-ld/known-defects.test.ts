import { describe, expect, it } from 'vitest';

import type { ReferencedConcept } from '../../../lib/model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import type { TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import type { RdfNode } from '../../../lib/rdf/terms.ts';
import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import { shapeBuilders } from '../../../lib/serializers/resources/shape-builders.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { expectSameGraph, statementsOf } from '../rdf/outside-parsers.ts';
import {
  base,
  compiled,
  contentOf,
  crm,
  graphId,
  millDocument,
  nodes,
  primaryTypeConcept,
  resourceId,
  tile,
  tileUri,
} from './mill.ts';

/*
 * Cases in which exports of Arches fail or lose data. Each case is tested in both shapes. Parsers of other projects must read
 * the same statements from every RDF format.
 */

const everyShape: readonly Shape[] = ['specification', 'linked'];
const [files, notes, detail] = [id(80), id(81), id(82)];

const graph = compiled(
  millDocument({
    nodes: [
      node(files, 'Files', files, {
        datatype: 'file-list',
        ontologyclass: crm('E73_Information_Object'),
      }),
      node(notes, 'Notes', notes, { ontologyclass: crm('E62_String') }),
      node(detail, 'Detail', nodes.appellation, { ontologyclass: crm('E62_String') }),
    ],
    edges: [
      edge(nodes.mill, files, crm('P138i_has_representation')),
      edge(nodes.mill, notes, crm('P3_has_note')),
      edge(nodes.nameType, detail, crm('P3_has_note')),
    ],
    nodegroups: [
      { nodegroupid: files, cardinality: '1', parentnodegroup_id: null },
      { nodegroupid: notes, cardinality: 'n', parentnodegroup_id: null },
    ],
  }),
);

async function buildCheckedTree(
  shape: Shape,
  tiles: readonly TreeTile[],
  concepts?: Readonly<Record<string, ReferencedConcept>>,
  model: CompiledGraph = graph,
): Promise<RdfNode> {
  const tree = shapeBuilders[shape](contentOf(model, tiles, concepts));
  await expectSameGraph(tree);
  return tree;
}

describe.each(everyShape)('an export in the %s shape', (shape) => {
  it.each([null, [], '', {}, [null, 7, {}]])(
    'is written completely if the value of a file list is %j',
    async (value) => {
      const tree = await buildCheckedTree(shape, [
        tile(1, files, { [files]: value }),
        tile(2, notes, { [notes]: 'dry' }),
      ]);
      expect(statementsOf(tree).join('\n')).toContain('"dry"');
    },
  );

  it('contains a tile whose parent tile is missing', async () => {
    const tree = await buildCheckedTree(shape, [
      tile(1, nodes.sightings, { [nodes.sightings]: '1850' }, 99),
    ]);
    const predicate = crm('P160_has_temporal_projection');
    expect(tree.properties.map((property) => property.predicate)).toEqual([predicate]);
  });

  it('keeps language tags in the letter case in which they are stored', async () => {
    const texts = {
      'en-US': { value: 'color', direction: 'ltr' },
      'zh-Hant-TW': { value: '顏色', direction: 'ltr' },
    };
    const tree = await buildCheckedTree(shape, [tile(1, notes, { [notes]: texts })]);
    expect(JSON.stringify(tree)).toContain('en-US');
    expect(JSON.stringify(tree)).toContain('zh-Hant-TW');
  });

  it('does not mix the children of two nodes with the same concept', async () => {
    const typedName = (number: number, text: string): TreeTile =>
      tile(number, nodes.appellation, {
        [nodes.nameType]: primaryTypeConcept.valueId,
        [detail]: text,
      });
    const lines = statementsOf(
      await buildCheckedTree(shape, [typedName(1, 'first'), typedName(2, 'second')]),
    );
    const subjectOf = (text: string): string | undefined => {
      const line = lines.find((candidate) => candidate.endsWith(`"${text}" .`));
      return line?.slice(1, line.indexOf('>'));
    };
    expect(subjectOf('first')).toContain(tileUri(1, ''));
    expect(subjectOf('second')).toContain(tileUri(2, ''));
  });

  it('contains a resource instance without tiles', async () => {
    const types = [crm('E22_Man-Made_Object'), `${base}/graph/${graphId}`];
    expect(await buildCheckedTree(shape, [])).toEqual({
      kind: 'node',
      id: `${base}/resources/${resourceId}`,
      types: shape === 'linked' ? types.slice(0, 1) : types,
      properties: [],
    });
  });

  it('has a URI with the id of the resource instance for a node without a nodegroup', async () => {
    const [state, note] = [id(83), id(84)];
    const model = compiled(
      millDocument({
        nodes: [node(state, 'State', null, { datatype: 'semantic' }), node(note, 'Note', note)],
        edges: [edge(nodes.mill, state, crm('P44_has_condition')), edge(state, note)],
        nodegroups: [{ nodegroupid: note, cardinality: 'n', parentnodegroup_id: null }],
      }),
    );
    const tree = await buildCheckedTree(shape, [tile(1, note, { [note]: 'dry' })], {}, model);
    expect(JSON.stringify(tree)).toContain(`${base}/resources/${resourceId}#${state}`);
  });

  it('lists repeated values in the order of the tiles, equally in every export', async () => {
    const tiles = ['c', 'a', 'b'].map((text, index) => tile(index, notes, { [notes]: text }));
    const text = JSON.stringify(await buildCheckedTree(shape, tiles));
    expect([...text.matchAll(/"value":"([abc])"/g)].map(([, value]) => value)).toEqual([
      'c',
      'a',
      'b',
    ]);
    expect(JSON.stringify(await buildCheckedTree(shape, tiles))).toBe(text);
  });
});
