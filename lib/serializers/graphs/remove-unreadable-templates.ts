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
  if (!Object.hasOwn(template, 'string_template')) return false;
  if (mentionsUnreadable(toLowerCaseId(template['nodegroup_id']))) return true;
  const placeholders = textsOf(template['string_template'])
    .flatMap((text) => text.match(/<[^<>]*>/g) ?? [])
    .map((placeholder) => placeholder.slice(1, -1));
  const readableNames = new Set(nodes.flatMap(({ name }) => textsOf(name)));
  const unreadableNames = new Set(unreadableNodes.flatMap(({ name }) => textsOf(name)));
  return placeholders.some((name) => unreadableNames.has(name) && !readableNames.has(name));
}

/** A text, or its translations. */
function textsOf(value: unknown): readonly string[] {
  const texts = isObject(value) ? Object.values(value) : [value];
  return texts.filter((text) => typeof text === 'string');
}
