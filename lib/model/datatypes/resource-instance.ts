import type { Datatype } from './datatype.ts';
import { emptyAsNull } from './parts/list-value.ts';
import { resourceProblems } from './parts/resource-problems.ts';
import {
  linkedResources,
  resourceNames,
  resourceNamesOrUndefined,
  resourceReferences,
} from './parts/resource-names.ts';
import { resourceText } from './parts/resource-text.ts';
import { textsAt } from './parts/compared-by.ts';

/**
 * A reference to another resource instance, shown by its name: `[{"resourceId", "ontologyProperty", "inverseOntologyProperty",
 * "resourceXresourceId"}]`; an id alone in older data.
 */
export const resourceInstance: Datatype = {
  name: 'resource-instance',
  holds: 'resource instances',
  columnText: { as: 'resource instance', each: '$[*]' },
  comparedBy: textsAt('$[*].resourceId', '$[*]'),
  widget: '31f3728c-7613-11e7-a139-784f435179ea',
  display: resourceNames,
  columnDisplay: resourceNamesOrUndefined,
  references: resourceReferences,
  validate: resourceProblems,
  normalise: emptyAsNull,
  valueText: resourceText,
  linked: linkedResources,
};
