import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { GraphRow } from './graph-columns.ts';
import { toLowerCaseId } from './complete-rows.ts';
import type { MentionsUnreadable } from './remove-unreadable.ts';

export type TemplateRules = {
  readonly mentionsUnreadable: MentionsUnreadable;
  readonly nodes: readonly GraphRow[];
  readonly unreadableNodes: readonly GraphRow[];
};

/**
 * Removes descriptor templates that the caller is not allowed to read: templates of an unreadable nodegroup, and
 * templates with the name of an unreadable node. Newer models have templates in `descriptor_types`, older models at
 * the top level.
 */
export function removeUnreadableTemplates(config: GraphRow, rules: TemplateRules): GraphRow {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => !(isObject(value) && isUnreadableTemplate(value, rules)))
      .map(([name, value]) => [
        name,
        isObject(value) && name === 'descriptor_types'
          ? removeUnreadableTemplates(value, rules)
          : value,
      ]),
  );
}

function isUnreadableTemplate(
  template: GraphRow,
  { mentionsUnreadable, nodes, unreadableNodes }: TemplateRules,
): boolean {
  const text = template['string_template'];
  if (typeof text !== 'string') return false;
  if (mentionsUnreadable(toLowerCaseId(template['nodegroup_id']))) return true;
  const placeholders = (text.match(/<[^<>]*>/g) ?? []).map((placeholder) =>
    placeholder.slice(1, -1),
  );
  const readableNames = new Set(nodes.flatMap(namesOf));
  const unreadableNames = new Set(unreadableNodes.flatMap(namesOf));
  return placeholders.some((name) => unreadableNames.has(name) && !readableNames.has(name));
}

/** The names of a node in all languages. */
function namesOf({ name }: GraphRow): readonly string[] {
  const names = isObject(name) ? Object.values(name) : [name];
  return names.filter((value) => typeof value === 'string');
}
