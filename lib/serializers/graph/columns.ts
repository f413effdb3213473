import { isUuid } from '../../model/ids.ts';

/** A row of a model as existing clients know it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/*
 * The columns of the Arches platform that existing clients know, of each kind of row. What else a model was read with is its own
 * affair: only what is named here leaves the service.
 */

export const graphColumns = [
  'graphid',
  'name',
  'description',
  'subtitle',
  'slug',
  'isresource',
  'ontology_id',
  'publication_id',
  'author',
  'version',
  'color',
  'iconclass',
  'jsonldcontext',
  'deploymentdate',
  'deploymentfile',
  'template_id',
  'config',
  'relatable_resource_model_ids',
  'resource_2_resource_constraints',
] as const;

export const nodeColumns = [
  'nodeid',
  'graph_id',
  'nodegroup_id',
  'name',
  'alias',
  'datatype',
  'config',
  'description',
  'ontologyclass',
  'parentproperty',
  'fieldname',
  'exportable',
  'isrequired',
  'issearchable',
  'istopnode',
  'is_collector',
  'sortorder',
  'hascustomalias',
  'sourcebranchpublication_id',
] as const;

export const edgeColumns = [
  'edgeid',
  'graph_id',
  'domainnode_id',
  'rangenode_id',
  'ontologyproperty',
  'name',
  'description',
] as const;

export const nodegroupColumns = [
  'nodegroupid',
  'parentnodegroup_id',
  'cardinality',
  'legacygroupid',
] as const;

export const cardColumns = [
  'cardid',
  'graph_id',
  'nodegroup_id',
  'name',
  'description',
  'instructions',
  'visible',
  'active',
  'sortorder',
  'component_id',
  'config',
  'constraints',
  'cssclass',
  'helpenabled',
  'helptitle',
  'helptext',
] as const;

export const widgetColumns = [
  'id',
  'card_id',
  'node_id',
  'widget_id',
  'label',
  'visible',
  'sortorder',
  'config',
] as const;

export const functionColumns = ['id', 'function_id', 'graph_id', 'config'] as const;

/** The columns of a row; null where the model has none. Ids are in lower case, as everywhere. */
export function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, inLowerCase(row[column] ?? null)]));
}

function inLowerCase(value: unknown): unknown {
  return isUuid(value) ? value.toLowerCase() : value;
}
