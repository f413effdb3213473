import * as z from 'zod';

import { isUuid, parseNodegroupId, type NodegroupId } from '../../../../lib/model/ids.ts';
import type {
  DescriptorTemplate,
  DescriptorTemplates,
} from '../../../../lib/model/graphs/graph.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';

const templateSchema = z.object({
  nodegroup_id: z.string().nullish(),
  string_template: z.string(),
});

/**
 * Finds the descriptor templates in the configurations of a graph's functions. They are under `descriptor_types`, or, in models before 6.x,
 * at the top of the configuration.
 * @param nodegroupIds the ids of the nodegroups of the graph. A template with any other nodegroup is read as one without a nodegroup.
 * @returns for each kind the first template that is not empty, or else the first one; null if there is none
 */
export function findDescriptorTemplates(
  configurations: readonly JsonObject[],
  nodegroupIds: ReadonlySet<string>,
): DescriptorTemplates {
  const findTemplate = (key: string): DescriptorTemplate | null => {
    const templates = configurations.flatMap((configuration) => {
      const templatesObject = configuration['descriptor_types'] ?? configuration;
      if (!isObject(templatesObject)) return [];
      return readTemplate(templatesObject[key], nodegroupIds) ?? [];
    });
    return templates.find(({ template }) => template.trim() !== '') ?? templates[0] ?? null;
  };
  return {
    name: findTemplate('name'),
    description: findTemplate('description'),
    mapPopup: findTemplate('map_popup'),
  };
}

function readTemplate(
  value: unknown,
  nodegroupIds: ReadonlySet<string>,
): DescriptorTemplate | null {
  const parsed = templateSchema.safeParse(value);
  if (!parsed.success) return null;
  const { nodegroup_id: id, string_template: template } = parsed.data;
  return { nodegroupId: parseNodegroupOfGraph(id, nodegroupIds), template };
}

function parseNodegroupOfGraph(id: unknown, nodegroupIds: ReadonlySet<string>): NodegroupId | null {
  return isUuid(id) && nodegroupIds.has(id.toLowerCase()) ? parseNodegroupId(id) : null;
}
