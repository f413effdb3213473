import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickText } from '../../model/pick-language.ts';
import { relationParts } from '../../model/resources/relation-parts.ts';
import type { ListedRelation } from '../../queries/resources/relation-rows.ts';
import type { RelationPage } from '../../queries/resources/relations.ts';
import { toNamedResource, type NamedResourceOptions } from './named-resource.ts';

/** Converts a page of relations into entries: texts are in the language of the reader. */
export function toRelationEntries(
  relations: readonly ListedRelation[],
  resources: RelationPage['resources'],
  options: NamedResourceOptions,
) {
  const entries = new Map(
    resources.map((resource) => [resource.resourceId, toNamedResource(resource, options)]),
  );
  return relations.map((relation) => ({
    id: relation.relationId,
    ...relationParts[relation.part],
    resource: entries.get(relation.resourceId),
    node: relation.node && {
      id: relation.node.nodeId,
      alias: relation.node.alias,
      name: pickText(relation.node.name, options.languages) ?? null,
      label: labelOfNode(relation.node, options.languages),
    },
    tile: relation.tileId,
    type: toTypeEntry(relation.type, options.languages),
    inverse_type: toTypeEntry(relation.inverseType, options.languages),
    notes: relation.notes,
    date_started: relation.dateStarted,
    date_ended: relation.dateEnded,
  }));
}

function toTypeEntry(type: ListedRelation['type'], languages: readonly string[]) {
  return type && { id: type.id, label: pickText(type.labels, languages) };
}
