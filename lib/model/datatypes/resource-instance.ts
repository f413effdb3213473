import type { Datatype } from './datatype.ts';
import { resourceText } from './parts/read-resources.ts';
import {
  linkedResources,
  resourceNames,
  resourceNamesOrUndefined,
  resourceProblems,
  resourceReferences,
} from './parts/resource-names.ts';
import { emptyAsNull } from './parts/list-value.ts';
import { textsAt } from './parts/values.ts';

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

/** References to other resource instances, in the same forms as one. */
export const resourceInstanceList: Datatype = {
  ...resourceInstance,
  name: 'resource-instance-list',
  widget: 'ff3c400a-76ec-11e7-a793-784f435179ea',
};
