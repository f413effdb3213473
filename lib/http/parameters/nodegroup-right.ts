import * as z from 'zod';

const rights = {
  read_nodegroup: 'read',
  write_nodegroup: 'write',
  delete_nodegroup: 'delete',
} as const;

/** `perms`: a right on nodegroups, by the name that existing clients know it by; reading where there is none. */
export const nodegroupRight = z
  .enum(['read_nodegroup', 'write_nodegroup', 'delete_nodegroup', ''], {
    error: 'must be read_nodegroup, write_nodegroup or delete_nodegroup.',
  })
  .default('')
  .transform((name) => (name === '' ? 'read' : rights[name]));
