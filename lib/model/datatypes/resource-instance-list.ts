import type { Datatype } from './datatype.ts';
import { resourceInstance } from './resource-instance.ts';

/** References to other resource instances, in the same forms as one. */
export const resourceInstanceList: Datatype = {
  ...resourceInstance,
  name: 'resource-instance-list',
  widget: 'ff3c400a-76ec-11e7-a793-784f435179ea',
};
