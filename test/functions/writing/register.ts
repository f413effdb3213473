import { crm, literalClass } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

/** The nodes of an entry in a register. */
export const registerNodes = {
  entry: id(2001),
  number: id(2002),
  remark: id(2003),
  shelf: id(2004),
};

const { entry, number, remark, shelf } = registerNodes;
const literal = { datatype: 'non-localized-string', ontologyclass: literalClass };

/** A model of entries: a number must be unique in all entries, a shelf within each entry. */
export const register = {
  graphid: id(2000),
  name: 'Register',
  slug: 'register',
  isresource: true,
  nodes: [
    node(entry, 'Entry', null, {
      istopnode: true,
      datatype: 'semantic',
      ontologyclass: crm('E22_Man-Made_Object'),
    }),
    node(number, 'Number', number, { ...literal, ontologyclass: crm('E42_Identifier') }),
    node(remark, 'Remark', number, literal),
    node(shelf, 'Shelf', shelf, literal),
  ],
  edges: [
    edge(entry, number, crm('P48_has_preferred_identifier')),
    edge(number, remark, crm('P3_has_note')),
    edge(entry, shelf, crm('P55_has_current_location')),
  ],
  nodegroups: [number, shelf].map((nodegroupid) => ({
    nodegroupid,
    cardinality: 'n',
    parentnodegroup_id: null,
  })),
  cards: [
    {
      cardid: id(2011),
      nodegroup_id: number,
      constraints: [{ constraintid: id(2021), uniquetoallinstances: true, nodes: [number] }],
    },
    {
      cardid: id(2012),
      nodegroup_id: shelf,
      constraints: [{ constraintid: id(2022), uniquetoallinstances: false, nodes: [shelf] }],
    },
  ],
};

/** The id of the entry with this number. */
export const entryId = (entryNumber: number): string => id(2100 + entryNumber);
export const entryPath = (entryNumber: number): string =>
  `/resources/register/${entryId(entryNumber)}?format=service-json`;

const tile = (tileId: number, nodegroupId: string, data: Readonly<Record<string, unknown>>) => ({
  tileid: id(tileId),
  nodegroup_id: nodegroupId,
  parenttile_id: null,
  sortorder: 0,
  data,
});

/** A tile with a number. @param tileId the number in the id of the tile */
export const numberTile = (tileId: number, text: string, remarkText: unknown = null) =>
  tile(tileId, number, { [number]: text, [remark]: remarkText });

/** A tile with a shelf. @param tileId the number in the id of the tile */
export const shelfTile = (tileId: number, text: string) => tile(tileId, shelf, { [shelf]: text });
