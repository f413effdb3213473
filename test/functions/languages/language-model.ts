import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { crm } from '../../lib/json-ld/mill.ts';

/*
 * A model whose texts, options, concepts, list items and names are all available in the same languages. Each text says what it is and
 * its language, such as `title:de-AT.`, so that a test can tell from any answer which languages it shows.
 */

export const graphId = id(4000);
const root = id(4001);
export const nodes = {
  title: id(4002),
  type: id(4003),
  state: id(4004),
  isOpen: id(4005),
  item: id(4006),
  beside: id(4007),
  place: id(4008),
};
const concept = id(4010);
const collection = id(4011);
const openOption = id(4012);

/** @returns `what:tag.` */
export const textIn = (what: string, tag: string): string => `${what}:${tag}.`;

const byLanguage = (what: string, tags: readonly string[]) =>
  Object.fromEntries(tags.map((tag) => [tag, textIn(what, tag)]));

/** Returns the languages in which a body shows a text, each once. */
export function languagesShown(what: string, body: string): readonly string[] {
  const matches = body.matchAll(new RegExp(`${what}:([A-Za-z-]+)\\.`, 'g'));
  return [...new Set([...matches].map(([, tag = '']) => tag))];
}

export function languageModel(tags: readonly string[]): unknown {
  const nodeWith = (key: keyof typeof nodes, name: unknown, datatype: string, config = {}) =>
    node(nodes[key], 'unnamed', nodes.title, {
      name,
      alias: key.toLowerCase(),
      datatype,
      config,
      ontologyclass: crm('E41_Appellation'),
    });
  return {
    graphid: graphId,
    name: byLanguage('model', tags),
    slug: 'things',
    isresource: true,
    nodes: [
      node(root, 'Thing', null, {
        istopnode: true,
        datatype: 'semantic',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
      nodeWith('title', 'Title', 'string'),
      nodeWith('type', byLanguage('node', tags), 'concept', { rdmCollection: collection }),
      nodeWith('state', 'State', 'domain-value', {
        options: [{ id: openOption, text: byLanguage('option', tags) }],
      }),
      nodeWith('isOpen', 'Is open', 'boolean', {
        trueLabel: byLanguage('boolean', tags),
        falseLabel: 'no',
      }),
      nodeWith('item', 'Item', 'reference'),
      nodeWith('beside', 'Beside', 'resource-instance'),
      nodeWith('place', 'Place', 'geojson-feature-collection'),
    ],
    edges: [
      edge(root, nodes.title, crm('P1_is_identified_by')),
      edge(nodes.title, nodes.type, crm('P2_has_type')),
      edge(nodes.title, nodes.state, crm('P44_has_condition')),
      edge(nodes.title, nodes.isOpen, crm('P3_has_note')),
      edge(nodes.title, nodes.item, crm('P101_had_as_general_use')),
      edge(nodes.title, nodes.beside, crm('P130_shows_features_of')),
      edge(nodes.title, nodes.place, crm('P53_has_former_or_current_location')),
    ],
    nodegroups: [{ nodegroupid: nodes.title, cardinality: '1', parentnodegroup_id: null }],
    cards: [
      {
        cardid: cardId,
        nodegroup_id: nodes.title,
        name: byLanguage('card', tags),
        visible: true,
      },
    ],
    functions_x_graphs: [
      {
        config: {
          descriptor_types: {
            name: { nodegroup_id: nodes.title, string_template: '<Title>' },
            description: { nodegroup_id: nodes.title, string_template: 'About <State>' },
          },
        },
      },
    ],
  };
}

/** A concept and a collection with preferred labels, as SKOS in RDF/XML. */
export function languageThesaurus(tags: readonly string[]): string {
  const labels = (what: string, firstId: number): string =>
    tags
      .map((tag, index) => {
        const value = `{"id": "${id(firstId + index)}", "value": "${textIn(what, tag)}"}`;
        return `<skos:prefLabel xml:lang="${tag}">${value}</skos:prefLabel>`;
      })
      .join('');
  return `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://thesaurus.test/${concept}">${labels('concept', 4100)}</skos:Concept>
  <skos:Collection rdf:about="http://thesaurus.test/${collection}">
    ${labels('collection', 4150)}
    <skos:member rdf:resource="http://thesaurus.test/${concept}"/>
  </skos:Collection>
</rdf:RDF>`;
}

export const cardId = id(4020);

export const thing = id(4200);
export const neighbour = id(4201);

/** The document of a thing, which stands beside the other thing. */
export function thingDocument(resourceId: string, tags: readonly string[]) {
  const items = tags.map((tag, index) => ({
    id: id(4300 + index),
    value: textIn('item', tag),
    language_id: tag,
    valuetype_id: 'prefLabel',
    list_item_id: id(4399),
  }));
  return {
    resourceinstanceid: resourceId,
    graph_id: graphId,
    tiles: [
      {
        tileid: resourceId.replace('0000000042', '0000000045'),
        nodegroup_id: nodes.title,
        parenttile_id: null,
        sortorder: 0,
        data: {
          [nodes.title]: Object.fromEntries(
            tags.map((tag) => [tag, { value: textIn('title', tag), direction: 'ltr' }]),
          ),
          [nodes.type]: id(4101),
          [nodes.state]: openOption,
          [nodes.isOpen]: true,
          [nodes.item]: [{ uri: 'https://lists.test/item', list_id: id(4398), labels: items }],
          [nodes.beside]:
            resourceId === neighbour ? null : [{ resourceId: neighbour, ontologyProperty: '' }],
          [nodes.place]: {
            type: 'FeatureCollection',
            features: [
              {
                type: 'Feature',
                id: id(4400),
                properties: {},
                geometry: { type: 'Point', coordinates: [0.5, 0.5] },
              },
            ],
          },
        },
      },
    ],
  };
}
