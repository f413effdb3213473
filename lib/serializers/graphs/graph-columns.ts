import { semanticDatatype } from '../../model/datatypes/semantic.ts';
import { isNumericValue } from '../../model/datatypes/values/decimal.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { isUuid } from '../../model/ids.ts';
import { parseLossless } from '../../json/lossless-json.ts';

/** A row of a model, with the column names that clients of Arches use. */
export type GraphRow = Readonly<Record<string, unknown>>;

/** The type of a column, and its default. */
type Column = { readonly kind: ColumnKind; readonly defaultValue: unknown };

/** The value `texts` is an object of texts by language, used for names and instructions since release 7. */
type ColumnKind = 'any' | 'text' | 'texts' | 'flag' | 'number' | 'object' | 'list';

export type GraphColumns = Readonly<Record<string, Column>>;

const orNull = (kind: ColumnKind): Column => ({ kind, defaultValue: null });
const text = (defaultValue = ''): Column => ({ kind: 'text', defaultValue });
const flag = (defaultValue: boolean): Column => ({ kind: 'flag', defaultValue });
const number: Column = { kind: 'number', defaultValue: 0 };
const texts: Column = { kind: 'texts', defaultValue: {} };
const object: Column = { kind: 'object', defaultValue: {} };
const list: Column = { kind: 'list', defaultValue: [] };

/*
 * The columns of graph files in release 7, by kind of row. A column is null only if release 7 allows it. No other
 * data of a model are sent to clients.
 */

export const graphColumns: GraphColumns = {
  graphid: text(),
  name: texts,
  description: texts,
  subtitle: texts,
  slug: orNull('text'),
  isresource: flag(true),
  is_editable: flag(true),
  ontology_id: orNull('text'),
  publication_id: text(),
  author: text(),
  version: text(),
  color: orNull('text'),
  iconclass: text(),
  jsonldcontext: orNull('any'),
  deploymentdate: orNull('text'),
  deploymentfile: orNull('text'),
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
  notes: orNull('text'),
  user_id: orNull('number'),
};

export const nodeColumns: GraphColumns = {
  nodeid: text(),
  graph_id: text(),
  nodegroup_id: orNull('text'),
  name: text(),
  alias: orNull('text'),
  datatype: text(semanticDatatype.name),
  config: object,
  description: orNull('text'),
  ontologyclass: orNull('text'),
  parentproperty: orNull('text'),
  fieldname: orNull('text'),
  exportable: flag(false),
  isrequired: flag(false),
  issearchable: flag(true),
  istopnode: flag(false),
  is_collector: flag(false),
  sortorder: number,
  hascustomalias: flag(false),
  sourcebranchpublication_id: orNull('text'),
};

export const edgeColumns: GraphColumns = {
  edgeid: text(),
  graph_id: text(),
  domainnode_id: text(),
  rangenode_id: text(),
  ontologyproperty: orNull('text'),
  name: orNull('text'),
  description: orNull('text'),
};

export const nodegroupColumns: GraphColumns = {
  nodegroupid: text(),
  parentnodegroup_id: orNull('text'),
  cardinality: text('n'),
  legacygroupid: orNull('text'),
};

export const cardColumns: GraphColumns = {
  cardid: text(),
  graph_id: text(),
  nodegroup_id: text(),
  name: texts,
  description: orNull('texts'),
  instructions: texts,
  visible: flag(true),
  active: flag(true),
  is_editable: flag(true),
  sortorder: orNull('number'),
  // The default card of the platform.
  component_id: text('f05e4d3a-53c1-11e8-b0ea-784f435179ea'),
  config: orNull('object'),
  constraints: list,
  cssclass: orNull('text'),
  helpenabled: flag(false),
  helptitle: texts,
  helptext: texts,
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
  label: texts,
  visible: flag(true),
  sortorder: orNull('number'),
  config: object,
};

export const functionColumns: GraphColumns = {
  id: text(),
  function_id: text(),
  graph_id: text(),
  config: object,
};

/**
 * Fills the columns of a row. Absent values get their default, and older forms are converted; unknown forms stay
 * unchanged. Ids are in lower case.
 * @param language of plain texts
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
  if (kind === 'texts' && typeof value === 'string') return { [language]: value };
  if (kind === 'text' && isNumericValue(value)) return JSON.stringify(value);
  if (kind === 'number' && typeof value === 'string') return parseNumber(value);
  if (kind === 'object' && typeof value === 'string') return parseObject(value);
  return value;
}

function parseNumber(written: string): unknown {
  const value = Number(written);
  return Number.isFinite(value) ? value : 0;
}

/** Old files have some configurations as JSON strings. */
function parseObject(written: string): unknown {
  try {
    const value = parseLossless(written);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function toLowerCaseIfUuid(value: unknown): unknown {
  return isUuid(value) ? value.toLowerCase() : value;
}
