import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import {
  openThesaurusWorkshop,
  type ThesaurusWorkshop,
} from '../../export/concepts/thesaurus-workshop.ts';
import { withJsonFile } from '../../../../support/temporary-file.ts';
import { GRAPH, monumentGraph, resourceId } from '../monuments.ts';

let workshop: ThesaurusWorkshop;

beforeAll(async () => {
  workshop = await openThesaurusWorkshop();
});

beforeEach(async () => workshop.empty());

afterAll(async () => workshop.close());

const prefixes = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix ex: <http://example.org/> .
`;
const importTurtle = (turtle: string, mode: 'merge' | 'overwrite' = 'merge') =>
  workshop.importText(prefixes + turtle, 'turtle', mode);

const select = async (statement: string) => workshop.stack.owner.read(rawSql(statement));

/** The texts of a concept by type, with the ids of their values. */
const readValues = async (name: string) => {
  const rows = await select(
    `select v.value_type, v.value, v.value_id::text from concept_value v
     where v.concept_id = '${conceptIdFromUri(`http://example.org/${name}`)}'
     order by v.value_type, v.value`,
  );
  return rows.map(([type, text, id]) => ({ type, text, id: String(id) }));
};
const readTexts = async (name: string) =>
  (await readValues(name)).map(({ type, text }) => `${type} ${text}`);

const readStatements = async () =>
  (await workshop.exportText()).split('\n').filter((line) => line !== '');

const ownId = '00000000-0000-4000-8000-000000000071';
const literalWithId = (id: string, text: string) =>
  `"{\\"id\\": \\"${id}\\", \\"value\\": \\"${text}\\"}"`;

const mill = `ex:mill a skos:Concept ; skos:prefLabel "mill"@en, "moulin"@fr ; skos:altLabel "grinder"@en .`;

describe('a file with another prefLabel', () => {
  it('renames the only prefLabel in that language, which keeps its id', async () => {
    await importTurtle(mill);
    const before = await readValues('mill');
    await importTurtle(`ex:mill skos:prefLabel "windmill"@en .`);
    expect(await readTexts('mill')).toEqual([
      'altLabel grinder',
      'prefLabel moulin',
      'prefLabel windmill',
    ]);
    const findId = (text: string, values: typeof before) =>
      values.find((value) => value.text === text)?.id;
    expect(findId('windmill', await readValues('mill'))).toBe(findId('mill', before));
  });

  it('changes nothing when it is imported again, and the former name restores the former values', async () => {
    await importTurtle(mill);
    const before = await readValues('mill');
    await importTurtle(`ex:mill skos:prefLabel "windmill"@en .`);
    expect((await importTurtle(`ex:mill skos:prefLabel "windmill"@en .`)).changes).toBe(0);
    await importTurtle(`ex:mill skos:prefLabel "mill"@en .`);
    expect(await readValues('mill')).toEqual(before);
  });

  it('adds the prefLabel if there are several in that language', async () => {
    await importTurtle(`ex:mill a skos:Concept ; skos:prefLabel "mill"@en, "windmill"@en .`);
    await importTurtle(`ex:mill skos:prefLabel "watermill"@en .`);
    expect(await readTexts('mill')).toHaveLength(3);
  });
});

describe('a value with an id of its own', () => {
  it('changes the text of the stored value with that id', async () => {
    await importTurtle(
      `ex:mill a skos:Concept ; skos:altLabel ${literalWithId(ownId, 'mill')}@en .`,
    );
    await importTurtle(`ex:mill skos:altLabel ${literalWithId(ownId, 'windmill')}@en .`);
    expect(await readValues('mill')).toEqual([{ type: 'altLabel', text: 'windmill', id: ownId }]);
  });

  it('is not changed by a value without an id that has the same text', async () => {
    await importTurtle(
      `ex:mill a skos:Concept ; skos:prefLabel ${literalWithId(ownId, 'mill')}@en .`,
    );
    expect(
      (await importTurtle(`ex:mill a skos:Concept ; skos:prefLabel "mill"@en .`)).changes,
    ).toBe(0);
  });

  it('is stored in addition to a value with the same text and another id, because tiles may refer to either', async () => {
    await importTurtle(`ex:mill a skos:Concept ; skos:prefLabel "mill"@en .`);
    await importTurtle(`ex:mill skos:prefLabel ${literalWithId(ownId, 'mill')}@en .`);
    expect(await readTexts('mill')).toEqual(['prefLabel mill', 'prefLabel mill']);
  });

  it('never moves to another concept: the value of the second concept gets an id of its own, with a warning', async () => {
    await importTurtle(
      `ex:mill a skos:Concept ; skos:prefLabel ${literalWithId(ownId, 'mill')}@en .`,
    );
    const barn = `ex:barn a skos:Concept ; skos:prefLabel ${literalWithId(ownId, 'barn')}@en .`;
    const { problems } = await importTurtle(barn);
    expect(problems).toMatchObject([{ code: 'shared_value_id' }]);
    expect(await readValues('mill')).toMatchObject([{ id: ownId }]);
    expect(await readTexts('barn')).toEqual(['prefLabel barn']);
    expect((await importTurtle(barn)).changes).toBe(0);
  });
});

describe('an import that merges', () => {
  it('removes nothing, and adds new concepts and values', async () => {
    await importTurtle(`${mill} ex:mill skos:broader ex:building ; skos:related ex:tower .`);
    await importTurtle(`ex:mill a skos:Concept ; skos:note "n" ; skos:narrower ex:windmill .`);
    expect(await readTexts('mill')).toHaveLength(4);
    expect((await readStatements()).join(' ')).toMatch(
      /skos:narrower.*skos:related|skos:related.*skos:narrower/,
    );
  });

  it('does not change the modification time of the thesaurus if nothing is new', async () => {
    await importTurtle(mill);
    const before = await workshop.rows();
    expect((await importTurtle(mill)).changes).toBe(0);
    expect(await workshop.rows()).toEqual(before);
  });

  it('puts the members of the list in the file first, and other stored members after them', async () => {
    await importTurtle(`ex:c a skos:OrderedCollection ; skos:memberList (ex:a ex:b) .`);
    await importTurtle(`ex:c a skos:OrderedCollection ; skos:memberList (ex:d ex:b) .`);
    expect(
      await select(
        `select c.legacy_id, r.position::text from concept_relation r join concept c on c.concept_id = r.to_concept_id order by r.position`,
      ),
    ).toEqual([
      ['http://example.org/d', '0'],
      ['http://example.org/b', '1'],
      ['http://example.org/a', '2'],
    ]);
    const repeated = await importTurtle(
      `ex:c a skos:OrderedCollection ; skos:memberList (ex:d ex:b) .`,
    );
    expect(repeated.changes).toBe(0);
  });

  it('sets the property and datatype of values that earlier releases stored without them', async () => {
    const file = `ex:mill a skos:Concept ; ex:sortorder 3 .`;
    await importTurtle(file);
    await workshop.stack.owner.write(
      rawSql('update concept_value set predicate = null, datatype = null'),
    );
    expect((await importTurtle(file)).changes).toBe(1);
    expect(await select('select predicate from concept_value')).toEqual([
      ['http://example.org/sortorder'],
    ]);
  });
});

const scheme = `ex:s a skos:ConceptScheme ; dcterms:title "Things"@en ; skos:hasTopConcept ex:mill, ex:barn .
  ex:barn a skos:Concept ; skos:prefLabel "barn"@en ; skos:inScheme ex:s .
  ${mill} ex:mill skos:inScheme ex:s ; skos:related ex:tower .
  ex:tower a skos:Concept ; skos:prefLabel "tower"@en ; skos:inScheme ex:s, ex:other .
`;
const smallerScheme = `ex:s a skos:ConceptScheme ; dcterms:title "Things"@en ; skos:hasTopConcept ex:mill .
  ex:mill a skos:Concept ; skos:prefLabel "mill"@en ; skos:inScheme ex:s .
`;

describe('an import that overwrites', () => {
  it('replaces the schemes that the file describes with their content in the file', async () => {
    await importTurtle(scheme);
    const { problems } = await importTurtle(smallerScheme, 'overwrite');
    expect(problems).toEqual([]);
    expect(await readTexts('mill')).toEqual(['prefLabel mill']);
    expect(await readTexts('barn')).toEqual([]);
    expect((await select('select legacy_id from concept order by 1')).flat()).toEqual(
      ['mill', 'other', 's', 'tower'].map((name) => `http://example.org/${name}`),
    );
    expect((await importTurtle(smallerScheme, 'overwrite')).changes).toBe(0);
  });

  it('keeps concepts of other schemes that are only members of a collection of the file', async () => {
    await importTurtle(scheme);
    const collection = `ex:c a skos:Collection ; skos:prefLabel "c"@en ; skos:member ex:mill .
      ex:mill a skos:Concept ; skos:prefLabel "mill"@en .`;
    await importTurtle(collection, 'overwrite');
    expect(await readTexts('mill')).toHaveLength(3);
    await importTurtle(
      `ex:c a skos:Collection ; skos:prefLabel "c"@en ; skos:member ex:barn .`,
      'overwrite',
    );
    const members = await select(
      `select c.legacy_id from concept_relation r join concept c on c.concept_id = r.to_concept_id where r.relation_type = 'member'`,
    );
    expect(members).toEqual([['http://example.org/barn']]);
  });

  it('writes nothing in a dry run', async () => {
    await importTurtle(scheme);
    const before = await workshop.rows();
    await workshop.importText(prefixes + smallerScheme, 'turtle', 'overwrite', { dryRun: true });
    expect(await workshop.rows()).toEqual(before);
  });

  describe('when tiles and nodes use concepts and values that the file lacks', () => {
    const nodegroup = '00000000-0000-4000-8000-0000000000c1';

    beforeAll(async () => {
      await withJsonFile({ graph: [monumentGraph()] }, async (file) => {
        await importGraphs([file], workshop.context());
      });
    });

    it('keeps these concepts and values, and reports where they are used', async () => {
      await importTurtle(
        `${scheme} ex:c a skos:Collection ; skos:inScheme ex:s ; skos:member ex:mill .`,
      );
      const values = await readValues('mill');
      const frenchValueId = values.find(({ text }) => text === 'moulin')?.id ?? '';
      const [barn] = await readValues('barn');
      await workshop.stack.owner.write(
        rawSql(`with new_group as (
            insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
            values ('${nodegroup}', '${GRAPH}', 'n', 0, 99, false)
            returning 1
          ),
          new_node as (
            insert into node (
              node_id, graph_id, nodegroup_id, name, datatype, holds, property_name, is_required, is_exportable,
              model_position, config
            )
            values (
              '${nodegroup}', '${GRAPH}', '${nodegroup}', '"Type"', 'concept-list', 'concept values', 'type', false, false,
              99, '{"rdmCollection": "${conceptIdFromUri('http://example.org/c')}"}'
            )
            returning 1
          ),
          new_resource as (
            insert into resource (resource_id, graph_id) values ('${resourceId(1)}', '${GRAPH}') returning 1
          )
          insert into tile (tile_id, resource_id, nodegroup_id, data, provisional_edits)
          values ('${resourceId(2)}', '${resourceId(1)}', '${nodegroup}', '{"${nodegroup}": ["${frenchValueId}"]}',
            '{"1": {"value": {"${nodegroup}": ["${barn?.id ?? ''}"]}}}')`),
      );
      // A former nodegroup of the node counts, too.
      const former = '00000000-0000-4000-8000-0000000000d1';
      await workshop.stack.owner.write(
        rawSql(`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
          values ('${former}', '${GRAPH}', 'n', 0, 98, false)`),
      );
      await workshop.stack.owner.write(
        rawSql(
          `insert into former_nodegroup (nodegroup_id, node_id) values ('${former}', '${nodegroup}')`,
        ),
      );
      await workshop.stack.owner.write(rawSql(`update tile set nodegroup_id = '${former}'`));
      const { problems } = await importTurtle(smallerScheme, 'overwrite');
      expect(await readTexts('mill')).toEqual(['prefLabel mill', 'prefLabel moulin']);
      expect(await readTexts('barn')).toEqual(['prefLabel barn']);
      expect(problems.map(({ code }) => code).toSorted()).toEqual([
        'concept_in_use',
        'concept_in_use',
        'value_in_use',
      ]);
      const messages = problems.map(({ message }) => message).join('\n');
      expect(messages).toContain(`resource instance ${resourceId(1)}`);
      expect(messages).toContain(`node ${nodegroup}`);
    });
  });
});

describe('concepts without a label', () => {
  it('are kept, and reported in one warning', async () => {
    const mentions = Array.from({ length: 20 }, (_, number) => `ex:n${number}`).join(', ');
    const { problems } = await importTurtle(`${mill} ex:mill skos:exactMatch ${mentions} .`);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        code: 'unlabelled_concepts',
        message: expect.stringMatching(/^Concepts without a label: 20,.*only mention 20 of them/),
      },
    ]);
    expect(await select('select count(*)::text from concept where not is_stated')).toEqual([
      ['20'],
    ]);
  });

  it('are not reported if the label is already stored', async () => {
    await importTurtle(mill);
    const { problems } = await importTurtle(`ex:c a skos:Collection ; skos:member ex:mill .`);
    expect(problems).toEqual([]);
  });
});

describe('a file without concepts', () => {
  it('is reported', async () => {
    const { problems } = await importTurtle(`ex:me a ex:Person .`);
    expect(problems.map(({ code }) => code)).toEqual(['no_concept', 'no_concepts']);
  });
});
