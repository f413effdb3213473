import { edge, graphDocument, id, node } from '../../infra/cli/import/graphs/example.ts';
import { crm } from '../../lib/json-ld/mill.ts';

/*
 * A model of houses. The name of a house consists of its title, its type from the thesaurus, and the names of the houses that it stands
 * in. Its description names the house beside it.
 */

const root = id(1);
export const title = id(2);
export const type = id(3);
export const within = id(4);
export const beside = id(5);
export const graphId = id(100);
const scheme = id(900);

export const house = (number: number): string => id(1000 + number);
/** The id of the English label of the concept with a number. */
export const label = (number: number): string => id(70_000 + number);

type Json = Readonly<Record<string, unknown>>;

/** The model of houses. @param nameTemplate the template of the name */
export function houseGraph(nameTemplate = '<Title> (<Type>), <Within>'): unknown {
  const template = (nodegroupId: string, text: string): Json => ({
    nodegroup_id: nodegroupId,
    string_template: text,
  });
  return graphDocument({
    graphid: graphId,
    name: 'House',
    slug: 'house',
    nodes: [
      node(root, 'House', null, {
        istopnode: true,
        datatype: 'semantic',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
      node(title, 'Title', title, { ontologyclass: crm('E41_Appellation') }),
      node(type, 'Type', title, { datatype: 'concept', ontologyclass: crm('E55_Type') }),
      node(within, 'Within', title, {
        datatype: 'resource-instance-list',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
      node(beside, 'Beside', beside, {
        datatype: 'resource-instance',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
    ],
    edges: [
      edge(root, title, crm('P1_is_identified_by')),
      edge(title, type, crm('P2_has_type')),
      edge(title, within, crm('P67_refers_to')),
      edge(root, beside, crm('P130_shows_features_of')),
    ],
    nodegroups: [
      { nodegroupid: title, cardinality: 'n', parentnodegroup_id: null },
      { nodegroupid: beside, cardinality: '1', parentnodegroup_id: null },
    ],
    functions_x_graphs: [
      {
        config: {
          descriptor_types: {
            name: template(title, nameTemplate),
            description: template(beside, 'beside <Beside>'),
          },
        },
      },
    ],
  });
}

/** The values of a house. */
export type House = {
  readonly title: string | Json;
  /** The number of the concept of its type. */
  readonly type?: number;
  /** The numbers of the houses that it stands in. */
  readonly within?: readonly number[];
  readonly beside?: number;
};

const reference = (number: number): Json => ({
  resourceId: house(number),
  ontologyProperty: '',
  inverseOntologyProperty: '',
  resourceXresourceId: '',
});

/** The tiles of a house. */
export function tilesOf(number: number, { title: text, ...otherValues }: House): readonly Json[] {
  const tile = (tileNumber: number, nodegroupId: string, data: Json): Json => ({
    tileid: id(1_000_000 + 10 * number + tileNumber),
    nodegroup_id: nodegroupId,
    parenttile_id: null,
    sortorder: 0,
    data,
  });
  const nameTile = tile(1, title, {
    [title]: text,
    [type]: otherValues.type === undefined ? null : label(otherValues.type),
    [within]: otherValues.within === undefined ? null : otherValues.within.map(reference),
  });
  if (otherValues.beside === undefined) return [nameTile];
  return [nameTile, tile(2, beside, { [beside]: [reference(otherValues.beside)] })];
}

/** The record of a house in the format of an export file. */
export function houseRecord(number: number, values: House): Json {
  return {
    resourceinstance: { resourceinstanceid: house(number), graph_id: graphId, legacyid: null },
    tiles: tilesOf(number, values),
  };
}

const conceptElement = (number: number, labels: Readonly<Record<string, string>>): string => {
  const values = Object.entries(labels).map(([language, text], index) => {
    const value = JSON.stringify({ id: id(70_000 + number + 5000 * index), value: text });
    return `<skos:prefLabel xml:lang="${language}">${value.replaceAll('&', '&amp;')}</skos:prefLabel>`;
  });
  return `<skos:hasTopConcept><skos:Concept rdf:about="http://localhost/${id(60_000 + number)}">${values.join('')}</skos:Concept></skos:hasTopConcept>`;
};

/** Concepts in SKOS. */
export function houseTypes(concepts: HouseTypes): string {
  const elements = Object.entries(concepts).map(([number, labels]) =>
    conceptElement(Number(number), labels),
  );
  return `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:ConceptScheme rdf:about="http://localhost/${scheme}">${elements.join('')}</skos:ConceptScheme></rdf:RDF>`;
}

/** Preferred labels by the number of the concept, then by language. */
export type HouseTypes = Readonly<Record<number, Readonly<Record<string, string>>>>;
