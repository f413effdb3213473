import type { Datatype } from './datatype.ts';
import { resourceInstance } from './resource-instance.ts';

/** References to other resource instances, in the same forms as one. */
export const resourceInstanceList: Datatype = {
  ...resourceInstance,
  name: 'resource-instance-list',
};
