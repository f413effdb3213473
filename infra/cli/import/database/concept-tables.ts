import type { DatabaseSource } from './database-source.ts';

/** The tables of concepts, their values and their relations, as expressions for the clause `from`. */
export type ConceptTables = {
  readonly concepts: string;
  readonly values: string;
  readonly relations: string;
};

const plainTables: ConceptTables = {
  concepts: 'concepts',
  values: 'values',
  relations: 'relations',
};

/** The id of the collection with the items of a list. The thesaurus of the list has the id of the list itself. */
const collectionOfList = (list: string): string => `md5('collection of ' || ${list}::text)::uuid`;

const labelOfList = (owner: string, list: string): string =>
  `md5('label of ${owner} of ' || ${list}::text)::uuid`;

/** The tables with the controlled lists of the app of that name: each list is a thesaurus and a collection, each item a concept. */
const tablesWithLists: ConceptTables = {
  concepts: `(
  select c.conceptid, c.nodetype, c.legacyoid
  from concepts c
  union all
  select l.id, 'ConceptScheme', l.id::text
  from arches_controlled_lists_list l
  union all
  select ${collectionOfList('l.id')}, 'Collection', ${collectionOfList('l.id')}::text
  from arches_controlled_lists_list l
  union all
  select i.id, 'Concept', i.uri
  from arches_controlled_lists_listitem i
)`,
  values: `(
  select v.valueid, v.conceptid, v.valuetype, v.languageid, v.value
  from values v
  union all
  select ${labelOfList('thesaurus', 'l.id')}, l.id, 'prefLabel', null, l.name
  from arches_controlled_lists_list l
  union all
  select ${labelOfList('collection', 'l.id')}, ${collectionOfList('l.id')}, 'prefLabel', null, l.name
  from arches_controlled_lists_list l
  union all
  select v.id, v.list_item_id, v.valuetype_id, v.languageid, v.value
  from arches_controlled_lists_listitemvalue v
)`,
  relations: `(
  select r.conceptidfrom, r.relationtype, r.conceptidto
  from relations r
  union all
  select coalesce(i.parent_id, i.list_id), case when i.parent_id is null then 'hasTopConcept' else 'narrower' end, i.id
  from arches_controlled_lists_listitem i
  union all
  select ${collectionOfList('i.list_id')}, 'member', i.id
  from arches_controlled_lists_listitem i
)`,
};

/**
 * Returns the tables of concepts of a source, with its controlled lists if it has the app.
 * @rule Imports and exports: How do controlled lists of a database become concepts?
 */
export function conceptTables({
  hasControlledLists,
}: Pick<DatabaseSource, 'hasControlledLists'>): ConceptTables {
  return hasControlledLists ? tablesWithLists : plainTables;
}
