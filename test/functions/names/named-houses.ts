import * as z from 'zod';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { followNames } from '../../../infra/cli/import/follow-names.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { settleNames, type NamesSettled } from '../../../lib/writing/names/settle-names.ts';
import { column, run } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { inFile, inTextFile } from '../../support/temporary-file.ts';
import { edge, graphDocument, id, node } from '../../infra/cli/import/graphs/example.ts';
import { crm } from '../../lib/json-ld/mill.ts';
import { createWriters, type TestWriter, type TestWriters } from '../writing/writers.ts';

/*
 * Houses whose names are made of a title, a type of the thesaurus, and the names of the houses that they stand in; and whose
 * descriptions name what they stand beside.
 */

const root = id(1);
export const title = id(2);
export const type = id(3);
export const within = id(4);
export const beside = id(5);
const graphId = id(100);
const scheme = id(900);

export const house = (number: number): string => id(1000 + number);
/** A value of the concept of a number, in English. */
export const label = (number: number): string => id(70_000 + number);

type Json = Readonly<Record<string, unknown>>;

/** The model. @param nameTemplate what names are made by */
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

/** What a house is. */
export type House = {
  readonly title: string | Json;
  /** The number of a concept. */
  readonly type?: number;
  /** Numbers of houses. */
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
export function tilesOf(number: number, { title: text, ...more }: House): readonly Json[] {
  const tile = (place: number, nodegroupId: string, data: Json): Json => ({
    tileid: id(1_000_000 + 10 * number + place),
    nodegroup_id: nodegroupId,
    parenttile_id: null,
    sortorder: 0,
    data,
  });
  const named = tile(1, title, {
    [title]: text,
    [type]: more.type === undefined ? null : label(more.type),
    [within]: more.within === undefined ? null : more.within.map(reference),
  });
  if (more.beside === undefined) return [named];
  return [named, tile(2, beside, { [beside]: [reference(more.beside)] })];
}

/** The record of a house, as exports write it. */
export function houseRecord(number: number, one: House): Json {
  return {
    resourceinstance: { resourceinstanceid: house(number), graph_id: graphId, legacyid: null },
    tiles: tilesOf(number, one),
  };
}

const labelled = (number: number, labels: Readonly<Record<string, string>>): string => {
  const values = Object.entries(labels).map(([language, text], index) => {
    const value = JSON.stringify({ id: id(70_000 + number + 5000 * index), value: text });
    return `<skos:prefLabel xml:lang="${language}">${value.replaceAll('&', '&amp;')}</skos:prefLabel>`;
  });
  return `<skos:hasTopConcept><skos:Concept rdf:about="http://localhost/${id(60_000 + number)}">${values.join('')}</skos:Concept></skos:hasTopConcept>`;
};

/** Concepts as SKOS: preferred labels by the number of the concept and language. */
export function houseTypes(concepts: HouseTypes): string {
  const all = Object.entries(concepts).map(([number, labels]) => labelled(Number(number), labels));
  return `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
<skos:ConceptScheme rdf:about="http://localhost/${scheme}">${all.join('')}</skos:ConceptScheme></rdf:RDF>`;
}

type HouseTypes = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** The service of the houses, with whoever writes there. */
export type Houses = {
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Writes a house by PUT. */
  readonly put: (number: number, house: House, writer?: TestWriter) => Promise<Response>;
  readonly delete: (number: number) => Promise<Response>;
  readonly importHouses: (
    houses: Readonly<Record<number, House>>,
    follows?: boolean,
  ) => Promise<void>;
  /** Imports concepts with preferred labels by language. */
  readonly importConcepts: (concepts: HouseTypes) => Promise<void>;
  readonly importGraph: (nameTemplate?: string) => Promise<void>;
  readonly settle: (hasTime?: () => boolean) => Promise<NamesSettled>;
  /** The stored name of a house, whole. */
  readonly nameOf: (number: number, language?: string) => Promise<string | undefined>;
  readonly descriptionOf: (number: number) => Promise<string | undefined>;
  /** The marks that wait: kind and cause. */
  readonly marks: () => Promise<readonly string[]>;
  /** Whether every stored text is made of what is there now, as the database judges. */
  readonly stale: () => Promise<readonly string[]>;
  /** Empties the store but for the model and the accounts. */
  readonly clear: () => Promise<void>;
};

const texts = z.record(z.string(), z.record(z.string(), z.object({ value: z.string() })));

/** Opens the service of the houses; it holds none yet. */
export async function openHouses(): Promise<Houses> {
  const service = await openTestService();
  const { imports, stack } = service;
  const importGraph: Houses['importGraph'] = async (nameTemplate) => {
    await inFile(houseGraph(nameTemplate), (file) => importGraphs([file], imports));
  };
  await importGraph();
  const writers = await createWriters(service);
  const stored = async (number: number) => {
    const [found] = await column(
      service,
      `select descriptors from resource where resource_id = '${house(number)}'`,
    );
    return texts.parse(JSON.parse(found ?? '{}'));
  };
  return {
    service,
    writers,
    put: (number, one, writer = writers.administrator) =>
      writer.ask('PUT', `/resources/house/${house(number)}?format=service-json`, {
        resourceinstanceid: house(number),
        graph_id: graphId,
        tiles: tilesOf(number, one),
      }),
    delete: (number) => writers.administrator.ask('DELETE', `/resources/${house(number)}`),
    importHouses: async (houses, follows = true) => {
      const records = Object.entries(houses).map(([number, one]) =>
        houseRecord(Number(number), one),
      );
      await inFile({ business_data: { resources: records } }, (file) =>
        importResources([file], imports),
      );
      if (follows) await followNames(imports);
    },
    importConcepts: async (concepts) => {
      await inTextFile('concepts.xml', houseTypes(concepts), (file) =>
        importConcepts([file], imports),
      );
    },
    importGraph,
    settle: (hasTime = () => true) =>
      settleNames(stack.data, { language: imports.language, hasTime }),
    nameOf: async (number, language = 'en-US') => (await stored(number))[language]?.['name']?.value,
    descriptionOf: async (number) => (await stored(number))['en-US']?.['description']?.value,
    marks: () =>
      column(service, `select kind || ' ' || right(cause_id::text, 5) from name_mark order by 1`),
    stale: () =>
      column(
        service,
        `select r.resource_id from resource r
where r.descriptor_basis is null or basis_is_stale(r.descriptor_basis, r.graph_id)
order by 1`,
      ),
    clear: async () => {
      for (const table of ['activity', 'edit_log', 'tile', 'resource', 'concept', 'name_mark']) {
        await run(service, `delete from ${table}`);
      }
      await run(service, 'delete from name_mark');
    },
  };
}
