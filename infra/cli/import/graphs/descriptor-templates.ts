import * as z from 'zod';

import { isUuid, parseNodegroupId, type NodegroupId } from '../../../../lib/model/ids.ts';
import type {
  DescriptorTemplate,
  DescriptorTemplates,
} from '../../../../lib/model/graphs/graph.ts';
import type { JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';

const templateSchema = z.object({
  nodegroup_id: z.string().nullish(),
  string_template: z.string(),
});

const templateKeys = ['name', 'description', 'map_popup'] as const;

/**
 * Finds the primary descriptor templates among the configurations of a graph's functions. Newer models
 * have them under `descriptor_types`, models before 6.x at the top of the configuration.
 * @param nodegroupIds the nodegroups of the graph; a template of any other belongs to no nodegroup
 * @returns the templates of the first configuration that has some; all null if none has
 */
export function findDescriptorTemplates(
  configurations: readonly JsonObject[],
  nodegroupIds: ReadonlySet<string>,
): DescriptorTemplates {
  for (const configuration of configurations) {
    const templatesObject = configuration['descriptor_types'] ?? configuration;
    if (typeof templatesObject !== 'object') continue;
    const templates: ReadonlyMap<string, unknown> = new Map(Object.entries(templatesObject ?? {}));
    const [name = null, description = null, mapPopup = null] = templateKeys.map((key) =>
      readTemplate(templates.get(key), nodegroupIds),
    );
    if (name ?? description ?? mapPopup) return { name, description, mapPopup };
  }
  return { name: null, description: null, mapPopup: null };
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
