import { semanticDatatype } from '../../model/datatypes/semantic.ts';
import { isNumericValue } from '../../model/datatypes/values/decimal.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { isUuid } from '../../model/ids.ts';
import { parseLossless } from '../../json/lossless-json.ts';

/** A row of a model, with the column names that clients of Arches use. */
export type GraphRow = Readonly<Record<string, unknown>>;

/** The type of a column, and its default. */
type Column = { readonly kind: ColumnKind; readonly defaultValue: unknown };

/** A text by language, which release 7 uses for names and instructions, is an object from language tags to texts. */
type ColumnKind = 'any' | 'text' | 'text by language' | 'flag' | 'number' | 'object' | 'list';

export type GraphColumns = Readonly<Record<string, Column>>;

const nullable = (kind: ColumnKind): Column => ({ kind, defaultValue: null });
const text = (defaultValue = ''): Column => ({ kind: 'text', defaultValue });
const flag = (defaultValue: boolean): Column => ({ kind: 'flag', defaultValue });
const number: Column = { kind: 'number', defaultValue: 0 };
const textByLanguage: Column = { kind: 'text by language', defaultValue: {} };
const object: Column = { kind: 'object', defaultValue: {} };
const list: Column = { kind: 'list', defaultValue: [] };

/*
 * The columns of graph files in release 7, by kind of row. A column is null only if release 7 allows it. No other
 * data of a model are sent to clients.
 */

export const graphColumns: GraphColumns = {
  graphid: text(),
  name: textByLanguage,
  description: textByLanguage,
  subtitle: textByLanguage,
  slug: nullable('text'),
  isresource: flag(true),
  is_editable: flag(true),
  ontology_id: nullable('text'),
  publication_id: text(),
  author: text(),
  version: text(),
  color: nullable('text'),
  iconclass: text(),
  jsonldcontext: nullable('any'),
  deploymentdate: nullable('text'),
  deploymentfile: nullable('text'),
  // The default report of the platform.
  template_id: text('50000000-0000-0000-0000-000000000001'),
  config: object,
  relatable_resource_model_ids: list,
  resource_2_resource_constraints: list,
};

export const publicationColumns: GraphColumns = {
  publicationid: text(),
  graph_id: text(),
  published_time: text(),
  notes: nullable('text'),
  user_id: nullable('number'),
};

export const nodeColumns: GraphColumns = {
  nodeid: text(),
  graph_id: text(),
  nodegroup_id: nullable('text'),
  name: text(),
  alias: nullable('text'),
  datatype: text(semanticDatatype.name),
  config: object,
  description: nullable('text'),
  ontologyclass: nullable('text'),
  parentproperty: nullable('text'),
  fieldname: nullable('text'),
  exportable: flag(false),
  isrequired: flag(false),
  issearchable: flag(true),
  istopnode: flag(false),
  is_collector: flag(false),
  sortorder: number,
  hascustomalias: flag(false),
  sourcebranchpublication_id: nullable('text'),
};

export const edgeColumns: GraphColumns = {
  edgeid: text(),
  graph_id: text(),
  domainnode_id: text(),
  rangenode_id: text(),
  ontologyproperty: nullable('text'),
  name: nullable('text'),
  description: nullable('text'),
};

export const nodegroupColumns: GraphColumns = {
  nodegroupid: text(),
  parentnodegroup_id: nullable('text'),
  cardinality: text('n'),
  legacygroupid: nullable('text'),
};

export const cardColumns: GraphColumns = {
  cardid: text(),
  graph_id: text(),
  nodegroup_id: text(),
  name: textByLanguage,
  description: nullable('text by language'),
  instructions: textByLanguage,
  visible: flag(true),
  active: flag(true),
  is_editable: flag(true),
  sortorder: nullable('number'),
  // The default card of the platform.
  component_id: text('f05e4d3a-53c1-11e8-b0ea-784f435179ea'),
  config: nullable('object'),
  constraints: list,
  cssclass: nullable('text'),
  helpenabled: flag(false),
  helptitle: textByLanguage,
  helptext: textByLanguage,
};

export const constraintColumns: GraphColumns = {
  constraintid: text(),
  card_id: text(),
  nodes: list,
  uniquetoallinstances: flag(false),
};

export const widgetColumns: GraphColumns = {
  id: text(),
  card_id: text(),
  node_id: text(),
  widget_id: text(),
  label: textByLanguage,
  visible: flag(true),
  sortorder: nullable('number'),
  config: object,
};

export const functionColumns: GraphColumns = {
  id: text(),
  function_id: text(),
  graph_id: text(),
  config: object,
};

/**
 * Fills the columns of a row. Absent values get their default, and values in the format of older releases are converted; all
 * others stay unchanged. Ids are converted to lower case.
 * @param language the language of plain texts
 */
export function fillColumns(row: GraphRow, columns: GraphColumns, language: string): GraphRow {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { kind, defaultValue }]) => {
      const value = row[name] ?? defaultValue;
      return [name, value === null ? null : toLowerCaseIfUuid(toColumnKind(value, kind, language))];
    }),
  );
}

function toColumnKind(value: unknown, kind: ColumnKind, language: string): unknown {
  if (kind === 'text by language' && typeof value === 'string') return { [language]: value };
  if (kind === 'text' && isNumericValue(value)) return JSON.stringify(value);
  if (kind === 'number' && typeof value === 'string') return parseNumber(value);
  if (kind === 'object' && typeof value === 'string') return parseObject(value);
  return value;
}

function parseNumber(numberText: string): unknown {
  const value = Number(numberText);
  return Number.isFinite(value) ? value : 0;
}

/** Old files have some configurations as JSON strings. */
function parseObject(json: string): unknown {
  try {
    const value = parseLossless(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function toLowerCaseIfUuid(value: unknown): unknown {
  return isUuid(value) ? value.toLowerCase() : value;
}
