import * as z from 'zod';

const nodegroupRights = {
  read_nodegroup: 'read',
  write_nodegroup: 'write',
  delete_nodegroup: 'delete',
} as const;

/** `perms`: a right on nodegroups, by the name that clients of Arches use. The default is reading. */
export const nodegroupRightParameter = z
  .enum(['read_nodegroup', 'write_nodegroup', 'delete_nodegroup', ''], {
    error: 'must be read_nodegroup, write_nodegroup or delete_nodegroup.',
  })
  .optional()
  .transform((name = '') => (name === '' ? 'read' : nodegroupRights[name]))
  .meta({ enum: Object.keys(nodegroupRights), otherwise: 'read_nodegroup' });
