import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { GraphRow } from './graph-columns.ts';
import { idText } from './complete-rows.ts';
import type { MentionsUnreadable } from './remove-unreadable.ts';

export type TemplateRules = {
  readonly namesUnreadable: MentionsUnreadable;
  readonly nodes: readonly GraphRow[];
  readonly unreadableNodes: readonly GraphRow[];
};

/**
 * Removes descriptor templates that the caller may not read: those of an unreadable nodegroup, and those with the
 * name of an unreadable node. Newer models have templates in `descriptor_types`, older ones at the top level.
 */
export function removeUnreadableTemplates(config: GraphRow, rules: TemplateRules): GraphRow {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => !(isObject(value) && isClosedTemplate(value, rules)))
      .map(([name, value]) => [
        name,
        isObject(value) && name === 'descriptor_types'
          ? removeUnreadableTemplates(value, rules)
          : value,
      ]),
  );
}

function isClosedTemplate(
  template: GraphRow,
  { namesUnreadable, nodes, unreadableNodes: closedNodes }: TemplateRules,
): boolean {
  const text = template['string_template'];
  if (typeof text !== 'string') return false;
  if (namesUnreadable(idText(template['nodegroup_id']))) return true;
  const marks = (text.match(/<[^<>]*>/g) ?? []).map((mark) => mark.slice(1, -1));
  const open = new Set(nodes.flatMap(namesOf));
  const closed = new Set(closedNodes.flatMap(namesOf));
  return marks.some((name) => closed.has(name) && !open.has(name));
}

/** The names of a node in all languages. */
function namesOf({ name }: GraphRow): readonly string[] {
  const names = isObject(name) ? Object.values(name) : [name];
  return names.filter((one) => typeof one === 'string');
}
