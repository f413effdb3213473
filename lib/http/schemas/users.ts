import * as z from 'zod';

import { uuidSchema } from './common.ts';

export const profile = z
  .object({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    password: z.null(),
    date_joined: z.iso.datetime().meta({ description: 'When the account was created.' }),
    is_active: z.boolean(),
    is_superuser: z.boolean(),
    is_reviewer: z.boolean(),
    groups: z.array(z.int()),
    viewable_nodegroups: z.array(uuidSchema),
    editable_nodegroups: z.array(uuidSchema),
    deletable_nodegroups: z.array(uuidSchema),
  })
  .meta({ id: 'Profile', description: 'An account, and what it may do.' });
