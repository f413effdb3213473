import { crm, graphId as millGraphId, literalClass } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';

/** Concepts of the thesaurus: two kinds of wood, and slate, which is not in the collection of woods. */
export const oak = { conceptId: id(2901), valueId: id(2911) };
export const elm = { conceptId: id(2902), valueId: id(2912) };
const slate = { conceptId: id(2903), valueId: id(2913) };
export const woods = id(2900);

const uri = (conceptId: string): string => `http://thesaurus.test/${conceptId}`;
const conceptXml = ({ conceptId, valueId }: typeof oak, label: string): string =>
  `<skos:Concept rdf:about="${uri(conceptId)}">
    <skos:prefLabel xml:lang="en">{"id": "${valueId}", "value": "${label}"}</skos:prefLabel>
  </skos:Concept>`;

/** The thesaurus of the model (SKOS in RDF/XML). */
export const thesaurus = `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  ${conceptXml(oak, 'oak')}
  ${conceptXml(elm, 'elm')}
  ${conceptXml(slate, 'slate')}
  <skos:Collection rdf:about="${uri(woods)}">
    <skos:prefLabel xml:lang="en">woods</skos:prefLabel>
    <skos:member rdf:resource="${uri(oak.conceptId)}"/>
    <skos:member rdf:resource="${uri(elm.conceptId)}"/>
  </skos:Collection>
</rdf:RDF>`;

/** A datatype with values that are stored as they are, and values that are refused. */
export type Example = {
  readonly datatype: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly validValues: readonly unknown[];
  /** Each with the code of its error, and the pointer to the error within the value. */
  readonly invalidValues: readonly (readonly [value: unknown, code: string, pointer?: string])[];
};

const text = (value: string, direction = 'ltr') => ({ value, direction });
const options = {
  options: [
    { id: id(2921), text: { en: 'standing' } },
    { id: id(2922), text: { en: 'ruined', fr: 'en ruine' } },
  ],
};
const reference = (resourceId: string) => ({
  resourceId,
  ontologyProperty: crm('P130_shows_features_of'),
  inverseOntologyProperty: '',
  resourceXresourceId: id(2931),
});
const millsOnly = { graphs: [{ graphid: millGraphId, name: 'Mill' }] };
const feature = (type: string, coordinates: unknown) => ({
  type: 'Feature',
  id: id(2941),
  properties: { nodeId: 'any' },
  geometry: { type, coordinates },
});
const collection = (...features: readonly unknown[]) => ({ type: 'FeatureCollection', features });
const annotationCollection = collection({
  ...feature('Point', [120.5, -88]),
  properties: { canvas: 'https://pictures.test/canvas/1' },
});
const picture = {
  accepted: true,
  name: 'mill.jpg',
  type: 'image/jpeg',
  size: 204_800,
  status: 'uploaded',
  file_id: id(2951),
  url: `/files/${id(2951)}`,
  lastModified: 1_683_021_600_000,
  altText: { en: text('The mill from the south') },
};
const listItem = {
  uri: 'https://lists.test/items/oak',
  list_id: id(2961),
  labels: [
    {
      id: id(2962),
      value: 'oak',
      language_id: 'en',
      valuetype_id: 'prefLabel',
      list_item_id: id(2963),
    },
  ],
};

const textExamples: readonly Example[] = [
  {
    datatype: 'string',
    validValues: ['Old Mill', { en: text('Old Mill'), ar: text('طاحونة', 'rtl') }],
    invalidValues: [
      [7, 'not_a_text'],
      [{ en: 'Old Mill' }, 'not_a_text', '/en'],
      [{ en: { value: 'Old Mill' } }, 'not_a_direction', '/en/direction'],
    ],
  },
  {
    datatype: 'non-localized-string',
    validValues: ['1987,0103.1', '{"a": 1}'],
    invalidValues: [[{ en: text('Old Mill') }, 'not_a_text']],
  },
  {
    datatype: 'url',
    validValues: [{ url: 'https://mills.test/old', url_label: 'The mill' }],
    invalidValues: [
      [{ url: 'mills.test', url_label: '' }, 'not_a_web_address', '/url'],
      [{ url: '', url_label: 'The mill' }, 'label_without_address', '/url'],
    ],
  },
  {
    datatype: 'bngcentrepoint',
    validValues: ['TQ3000080000'],
    invalidValues: [['TQ300800', 'not_a_grid_reference']],
  },
];

const amountAndDateExamples: readonly Example[] = [
  {
    datatype: 'number',
    validValues: [-12, 12.5, 0],
    invalidValues: [
      ['about 12', 'not_a_number'],
      [true, 'not_a_number'],
    ],
  },
  {
    datatype: 'boolean',
    validValues: [true, false],
    invalidValues: [['perhaps', 'not_a_boolean']],
  },
  {
    datatype: 'date',
    validValues: ['1850-03-31', '1850-03', '1850', '-0500', '1850-03-31T12:00:00+01:00'],
    invalidValues: [
      ['about 1850', 'not_a_date'],
      ['1900-02-29', 'no_such_date'],
      ['1850-03-31T12:00:00', 'zone_missing'],
    ],
  },
  {
    datatype: 'edtf',
    validValues: ['1850~', '185X', '1850/1860'],
    invalidValues: [
      ['circa 1850', 'not_edtf'],
      ['2003-02-29', 'no_such_date'],
      ['1860/1850', 'reversed_interval'],
    ],
  },
];

const choiceExamples: readonly Example[] = [
  {
    datatype: 'concept',
    config: { rdmCollection: woods },
    validValues: [oak.valueId],
    invalidValues: [
      ['oak', 'not_concept_value_id'],
      [id(2999), 'unknown_concept_value'],
      [slate.valueId, 'concept_not_in_collection'],
      [[oak.valueId], 'not_one_concept'],
    ],
  },
  {
    datatype: 'concept-list',
    config: { rdmCollection: woods },
    validValues: [[elm.valueId, oak.valueId], [oak.valueId]],
    invalidValues: [
      [oak.valueId, 'not_a_list'],
      [[oak.valueId, slate.valueId], 'concept_not_in_collection', '/1'],
    ],
  },
  {
    datatype: 'domain-value',
    config: options,
    validValues: [id(2922)],
    invalidValues: [['ruined', 'not_an_option']],
  },
  {
    datatype: 'domain-value-list',
    config: options,
    validValues: [[id(2922), id(2921)]],
    invalidValues: [[[id(2922), id(2929)], 'not_an_option', '/1']],
  },
  {
    datatype: 'reference',
    config: { controlledList: id(2961), multiValue: false },
    validValues: [[listItem]],
    invalidValues: [
      [[{ uri: 'https://lists.test/items/oak' }], 'not_a_list_item', '/0'],
      [[listItem, { ...listItem, uri: 'https://lists.test/items/elm' }], 'too_many_items'],
    ],
  },
];

const referenceAndFileExamples: readonly Example[] = [
  {
    datatype: 'resource-instance',
    config: millsOnly,
    validValues: [[reference(oldMill)], oldMill],
    invalidValues: [[[{ resourceId: 'next door' }], 'not_resource_id', '/0/resourceId']],
  },
  {
    datatype: 'resource-instance-list',
    config: millsOnly,
    validValues: [[reference(neighbour), reference(oldMill)]],
    invalidValues: [[[reference(oldMill), 'next door'], 'not_resource_id', '/1']],
  },
  {
    datatype: 'node-value',
    config: { nodeid: millNodes.name },
    validValues: [id(601)],
    invalidValues: [
      ['Old Mill', 'not_a_tile_id'],
      [id(2999), 'tile_not_found'],
    ],
  },
  {
    datatype: 'file-list',
    config: { imagesOnly: true, activateMax: true, maxFiles: 1, maxFileSize: 1_000_000 },
    validValues: [[picture]],
    invalidValues: [
      [['mill.jpg'], 'not_a_file', '/0'],
      [[{ ...picture, size: 2_000_000 }], 'file_too_large', '/0/size'],
      [[{ ...picture, type: 'text/plain' }], 'not_an_image', '/0/type'],
      [[picture, picture], 'too_many_files'],
    ],
  },
];

const placeExamples: readonly Example[] = [
  {
    datatype: 'geojson-feature-collection',
    validValues: [
      collection(feature('Point', [1.5, 52])),
      collection(
        feature('Polygon', [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ]),
      ),
    ],
    invalidValues: [
      [{ type: 'Point', coordinates: [1.5, 52] }, 'not_a_feature_collection'],
      [collection({ type: 'Point', coordinates: [1.5, 52] }), 'not_a_feature', '/features/0'],
      [
        collection(feature('Point', [1.5, 520])),
        'position_out_of_range',
        '/features/0/geometry/coordinates',
      ],
    ],
  },
  {
    datatype: 'annotation',
    validValues: [annotationCollection],
    invalidValues: [['the left half', 'not_a_feature_collection']],
  },
];

/** Datatypes of every kind. `semantic` has no values. Of the three datatypes after it, the service stores any value unchanged. */
export const examples: readonly Example[] = [
  ...textExamples,
  ...amountAndDateExamples,
  ...choiceExamples,
  ...referenceAndFileExamples,
  ...placeExamples,
  { datatype: 'semantic', validValues: [null], invalidValues: [['Old Mill', 'value_not_allowed']] },
  {
    datatype: 'csv-chart-json',
    validValues: [[{ name: 'levels.csv', url: '/files/1' }]],
    invalidValues: [],
  },
  { datatype: 'iiif-drawing', validValues: [annotationCollection], invalidValues: [] },
  { datatype: 'somebody-elses-datatype', validValues: [{ any: ['thing', 7] }], invalidValues: [] },
];

const root = id(2001);

/** The id of the node of a datatype, which is also the id of its nodegroup. */
export const nodeOf = (datatype: string): string =>
  id(2100 + examples.findIndex((example) => example.datatype === datatype));

/** A model with a node of every datatype. */
export const specimen = {
  graphid: id(2000),
  name: 'Specimen',
  slug: 'specimen',
  isresource: true,
  nodes: [
    node(root, 'Specimen', null, {
      istopnode: true,
      datatype: 'semantic',
      ontologyclass: crm('E22_Man-Made_Object'),
    }),
    ...examples.map(({ datatype, config = {} }) =>
      node(nodeOf(datatype), datatype, nodeOf(datatype), {
        datatype,
        config,
        ontologyclass: literalClass,
      }),
    ),
  ],
  edges: examples.map(({ datatype }, index) =>
    edge(root, nodeOf(datatype), crm(`P${500 + index}_has_${datatype}`)),
  ),
  nodegroups: examples.map(({ datatype }) => ({
    nodegroupid: nodeOf(datatype),
    cardinality: '1',
    parentnodegroup_id: null,
  })),
  cards: [],
};

export const specimenId = id(2200);
export const specimenPath = `/resources/specimen/${specimenId}?format=service-json`;

/** The only tile of a specimen, with a value of a datatype. */
export const specimenTile = (datatype: string, value: unknown) => ({
  tileid: id(2300),
  nodegroup_id: nodeOf(datatype),
  parenttile_id: null,
  sortorder: 0,
  data: { [nodeOf(datatype)]: value },
});
