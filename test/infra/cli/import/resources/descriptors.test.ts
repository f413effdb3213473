import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { markGraphsForDescriptorUpdate } from '../../../../../lib/queries/descriptors/name-marks.ts';
import { refreshNames } from '../../../../../lib/writing/dependent-names/refresh-names.ts';
import { edge, id, NAME, node, PLACE, ROOT, TYPE } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import {
  monument,
  monumentGraph,
  namedMonument,
  RELATION,
  resourceId,
  tile,
} from '../monuments.ts';

const SCHEME = id(900);
const CONCEPT = id(901);
const LABEL = id(902);
const template = (nodegroupId: string, text: string) => ({
  nodegroup_id: nodegroupId,
  string_template: text,
});

const skos = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:ConceptScheme rdf:about="http://localhost/${SCHEME}">
    <skos:hasTopConcept>
      <skos:Concept rdf:about="http://localhost/${CONCEPT}">
        <skos:prefLabel xml:lang="en-US">{"id": "${LABEL}", "value": "common name"}</skos:prefLabel>
        <skos:prefLabel xml:lang="de">{"id": "${id(903)}", "value": "Rufname"}</skos:prefLabel>
      </skos:Concept>
    </skos:hasTopConcept>
  </skos:ConceptScheme>
</rdf:RDF>`;

describe('the descriptors of imported resource instances', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    const descriptors = {
      name: template(NAME, '<Name> (<Name Type>)'),
      description: template(RELATION, 'near <Related>'),
      map_popup: template(PLACE, '<Place>, <Description>'),
    };
    await workshop.importGraphs(
      monumentGraph({ functions_x_graphs: [{ config: { descriptor_types: descriptors } }] }),
    );
    const file = await workshop.file('concepts.xml', skos);
    await importConcepts([file], createTestContext(workshop.stack.dataApi));
  });

  afterAll(async () => workshop.close());

  const readDescriptors = async (number: number): Promise<unknown> => {
    const [row] = await workshop.rows(
      `select descriptors::text from resource where resource_id = '${resourceId(number)}'`,
    );
    return JSON.parse(String(row?.[0]));
  };
  const monumentWithType = (number: number, name: unknown, type: unknown) =>
    monument(number, [tile(number, NAME, { [NAME]: name, [TYPE]: type })]);
  const descriptorWith = (value: string, nodegroups: readonly string[] = [NAME]) =>
    expect.objectContaining({ value, nodegroups });

  it('are built from several nodes and concept labels, and list the nodegroups of the values', async () => {
    await workshop.importRecords([monumentWithType(1, 'Tower', LABEL)]);
    expect(await readDescriptors(1)).toMatchObject({
      'en-US': { name: descriptorWith('Tower (common name)') },
    });
  });

  it('are written in every language of the values', async () => {
    await workshop.importRecords([
      monumentWithType(2, { 'en-US': { value: 'Tower' }, de: { value: 'Turm' } }, LABEL),
    ]);
    expect(await readDescriptors(2)).toMatchObject({
      'en-US': { name: descriptorWith('Tower (common name)') },
      de: { name: descriptorWith('Turm (Rufname)') },
    });
  });

  it('contain neither placeholders of unknown nodes nor geometries', async () => {
    const place = { type: 'FeatureCollection', features: [] };
    const tiles = [tile(10, NAME, { [NAME]: 'Tower' }), tile(11, PLACE, { [PLACE]: place })];
    await workshop.importRecords([monument(10, tiles)]);
    const descriptor = { name: descriptorWith('Tower') };
    expect(await readDescriptors(10)).toEqual({ 'en-US': descriptor, de: descriptor });
  });

  it('are absent if there is no tile', async () => {
    await workshop.importRecords([monument(3)]);
    expect(await readDescriptors(3)).toEqual({});
  });

  it('use the first tile by sort order', async () => {
    await workshop.importRecords([
      monument(4, [
        tile(40, NAME, { [NAME]: 'Second', [TYPE]: null }, { sortorder: 2 }),
        tile(41, NAME, { [NAME]: 'First', [TYPE]: null }, { sortorder: 1 }),
      ]),
    ]);
    expect(await readDescriptors(4)).toMatchObject({ 'en-US': { name: descriptorWith('First') } });
  });

  it('change with the tile', async () => {
    await workshop.importRecords([namedMonument(5, 'Before')]);
    await workshop.importRecords([namedMonument(5, 'After')]);
    expect(await readDescriptors(5)).toMatchObject({ 'en-US': { name: descriptorWith('After') } });
  });

  it('contain the name of another resource instance, and the id of that resource instance', async () => {
    const records = [
      monument(6, [tile(6, RELATION, { [RELATION]: [{ resourceId: resourceId(7) }] })]),
      monumentWithType(7, 'Castle', LABEL),
    ];
    await workshop.importRecords(records);
    const expected = {
      'en-US': {
        description: {
          value: 'near Castle (common name)',
          nodegroups: [RELATION, NAME],
          resources: [resourceId(7)],
        },
      },
    };
    expect(await readDescriptors(6)).toMatchObject(expected);
    await workshop.importRecords(records);
    expect(await readDescriptors(6)).toMatchObject(expected);
  });

  it('are built from the stored form of values, so that computing them again changes nothing', async () => {
    const name = { 'it-IT': { value: 'Torre' }, nb: { value: 'Tårn' }, fr: { value: 'Tour' } };
    const numbers = [12, 13, 14];
    await workshop.importRecords([
      monumentWithType(12, name, LABEL.toUpperCase()),
      monumentWithType(13, JSON.rawJSON('1.50E2'), LABEL),
      monument(14, [tile(14, RELATION, { [RELATION]: [resourceId(12), resourceId(99)] })]),
    ]);
    const computed = await Promise.all(numbers.map(readDescriptors));
    expect(computed).toMatchObject([
      { 'en-US': { name: descriptorWith('Tour (common name)') } },
      { 'en-US': { name: descriptorWith('150 (common name)') } },
      { 'en-US': { description: { value: 'near Tour (common name)' } } },
    ]);
    const readSources = () =>
      workshop.rows('select to_jsonb(s)::text from name_source s order by 1');
    const sourcesBefore = await readSources();
    expect(sourcesBefore).not.toEqual([]);
    // Without a basis, all descriptors are stored again, together with the sources of the names.
    await workshop.stack.owner.write(rawSql('update resource set descriptor_basis = null'));
    await runQuery(workshop.stack.dataApi.write, markGraphsForDescriptorUpdate(null));
    const { computed: count } = await refreshNames(workshop.stack.dataApi, { language: 'en-US' });
    expect(count).toBeGreaterThanOrEqual(numbers.length);
    expect(await Promise.all(numbers.map(readDescriptors))).toEqual(computed);
    expect(await readSources()).toEqual(sourcesBefore);
  });

  it('are built without endless recursion if two names contain each other', async () => {
    const monumentNear = (number: number, relatedNumber: number) =>
      monument(number, [tile(number, RELATION, { [RELATION]: resourceId(relatedNumber) })]);
    expect(
      (await workshop.importRecords([monumentNear(8, 9), monumentNear(9, 8)])).problems,
    ).toEqual([]);
  });
});

describe('a descriptor template', () => {
  it('yields a name with the ids of all resource instances that it names, directly or in other names', async () => {
    const workshop = await openWorkshop();
    const WORD = id(8);
    const model = {
      functions_x_graphs: [{ config: { name: template(RELATION, '<Word> beside <Related>') } }],
      nodes: [
        node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
        node(RELATION, 'Related', RELATION, { datatype: 'resource-instance' }),
        node(WORD, 'Word', RELATION),
      ],
      edges: [edge(ROOT, RELATION), edge(RELATION, WORD)],
      nodegroups: [{ nodegroupid: RELATION, cardinality: 'n' }],
    };
    await workshop.importGraphs(monumentGraph(model));
    const monumentBeside = (number: number, relatedNumber: number, word: string | null = null) =>
      monument(number, [
        tile(number, RELATION, { [RELATION]: resourceId(relatedNumber), [WORD]: word }),
      ]);
    await workshop.importRecords([
      monumentBeside(1, 99, 'mill'),
      monumentBeside(2, 1),
      monumentBeside(3, 2),
      monumentBeside(4, 99),
    ]);
    const rows = await workshop.rows('select descriptors::text from resource order by resource_id');
    const nodegroups = [RELATION];
    const own = { value: 'mill beside', nodegroups };
    expect(rows.map(([text]): unknown => JSON.parse(String(text)))).toEqual([
      { 'en-US': { name: { value: 'mill beside', nodegroups, resources: [resourceId(99)], own } } },
      {
        'en-US': {
          name: {
            value: 'beside mill beside',
            nodegroups,
            resources: [resourceId(1), resourceId(99)],
          },
        },
      },
      {
        'en-US': {
          name: {
            value: 'beside beside mill beside',
            nodegroups,
            resources: [resourceId(2), resourceId(1), resourceId(99)],
          },
        },
      },
      {},
    ]);
    await workshop.close();
  });

  it('gives no descriptor if its text is blank', async () => {
    const workshop = await openWorkshop();
    const config = { name: template(NAME, ' <Name> '), description: template(NAME, '<Name Type>') };
    await workshop.importGraphs(monumentGraph({ functions_x_graphs: [{ config }] }));
    await workshop.importRecords([
      namedMonument(1, '  '),
      namedMonument(2, null),
      namedMonument(3, ' Tower '),
    ]);
    const rows = await workshop.rows('select descriptors::text from resource order by resource_id');
    expect(rows.map(([text]): unknown => JSON.parse(String(text)))).toEqual([
      {},
      {},
      { 'en-US': { name: { value: 'Tower', nodegroups: [NAME], resources: [] } } },
    ]);
    await workshop.close();
  });
});
