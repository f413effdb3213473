import type { Datatype } from './datatype.ts';
import { emptyAsNull } from './parts/list-value.ts';
import { resourceProblems } from './parts/resource-problems.ts';
import { linkedResources, resourceNames, resourceReferences } from './parts/linked-resources.ts';
import { resourceText } from './parts/resource-text.ts';

/**
 * A reference to another resource instance, shown by its name: `[{"resourceId", "ontologyProperty", "inverseOntologyProperty",
 * "resourceXresourceId"}]`; an id alone in older data.
 */
export const resourceInstance: Datatype = {
  name: 'resource-instance',
  display: resourceNames,
  references: resourceReferences,
  validate: resourceProblems,
  normalise: emptyAsNull,
  valueText: resourceText,
  linked: linkedResources,
};
