import * as z from 'zod';

import { readDocument, type StatementReader } from '../../../../lib/data-api/chunks.ts';
import { selectAccessFacts, type AccessTarget } from '../queries/explain-access.ts';

const nodegroupRightsSchema = z.object({
  read: z.boolean(),
  write: z.boolean(),
  delete: z.boolean(),
});
const resourceRightsSchema = z.object({
  view: z.boolean(),
  change: z.boolean(),
  delete: z.boolean(),
});

/** Creates the schema of a decision about a right: the rule that decides, and whether it gives the right. */
const createDecisionSchema = <Rule extends z.ZodType>(rule: Rule) =>
  z.object({ rule, allows: z.boolean() });

const generalRules = ['deactivated', 'administrator', 'system settings'] as const;

const nodegroupDecisionSchema = createDecisionSchema(
  z.enum([...generalRules, 'no access', 'grant', 'default', 'guest', 'closed']),
);

const resourceDecisionSchema = createDecisionSchema(
  z.enum([
    ...generalRules,
    'anonymous',
    'not visible',
    'no access to resource',
    'resource grant',
    'right not granted',
    'guest',
    'no nodegroup of its graph',
    'tiles that stay',
    'life-cycle state',
    'nodegroup of its graph',
  ]),
);

/** Creates the schema of the grants to the caller; `group` is null for a grant to the account itself. */
const createGrantsSchema = <Rights extends z.ZodType>(rights: Rights) =>
  z.array(z.object({ group: z.string().nullable(), rights, noAccess: z.boolean() }));

const callerSchema = z.object({
  kind: z.literal('caller'),
  isActive: z.boolean(),
  isAdministrator: z.boolean(),
  groups: z.array(
    z.object({ name: z.string(), isAdministrator: z.boolean(), rights: nodegroupRightsSchema }),
  ),
});

const nodegroupSchema = z.object({
  kind: z.literal('nodegroup'),
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  isSystemSettings: z.boolean(),
  /** Whether Guest may read it. */
  isReadByGuest: z.boolean(),
  grants: createGrantsSchema(nodegroupRightsSchema),
  /** The id of the nodegroup whose no_access closes this one: itself or the nearest above; null if none does. */
  closedBy: z.string().nullable(),
  decisions: z.object({
    read: nodegroupDecisionSchema,
    write: nodegroupDecisionSchema,
    delete: nodegroupDecisionSchema,
  }),
  // The next two are only read if the target is a resource instance.
  isOfGraph: z.boolean().default(true),
  hasTiles: z.boolean().default(false),
});

const resourceSchema = z.object({
  kind: z.literal('resource'),
  id: z.string(),
  isSystemSettings: z.boolean(),
  /** Whether Guest may see it. */
  isSeenByGuest: z.boolean(),
  grants: createGrantsSchema(resourceRightsSchema),
  decisions: z.object({
    view: resourceDecisionSchema,
    change: resourceDecisionSchema,
    delete: resourceDecisionSchema,
  }),
});

const factSchema = z.discriminatedUnion('kind', [callerSchema, nodegroupSchema, resourceSchema]);

export type NodegroupRightName = keyof z.output<typeof nodegroupRightsSchema>;
export type ResourceRightName = keyof z.output<typeof resourceRightsSchema>;

/** The facts about a caller that the rules use. A deactivated account has no groups. */
export type CallerFacts = z.output<typeof callerSchema> & { readonly isAnonymous: boolean };

/** A nodegroup with the grants to the caller, and the rules that decide about it (`nodegroup_rule` in the database). */
export type NodegroupFacts = z.output<typeof nodegroupSchema>;

/** A resource instance with the grants to the caller, and the rules that decide about it (`resource_rule` in the database). */
export type ResourceFacts = z.output<typeof resourceSchema>;

/** Who has a grant: the name of a group, or null for the account itself. */
export type GrantHolder = string | null;

export type NodegroupRule = z.output<typeof nodegroupDecisionSchema>['rule'];
export type ResourceRule = z.output<typeof resourceDecisionSchema>['rule'];

export type AccessFacts = {
  readonly caller: CallerFacts;
  /** Null if the target is a nodegroup. */
  readonly resource: ResourceFacts | null;
  /**
   * If the target is a nodegroup: that nodegroup, then its parent and so on up. If it is a resource instance: the nodegroups of
   * its graph and of its tiles.
   */
  readonly nodegroups: readonly NodegroupFacts[];
};

/**
 * Reads the facts that decide what a caller is allowed to do with a nodegroup or resource instance.
 * @param callerId an account id; null for the anonymous caller
 * @param target must exist
 */
export async function readAccessFacts(
  dataApi: StatementReader,
  callerId: number | null,
  target: AccessTarget,
): Promise<AccessFacts> {
  const lines = await readDocument(dataApi, selectAccessFacts(callerId, target), 1);
  const facts = lines.map((line) => factSchema.parse(JSON.parse(line)));
  return {
    caller: {
      ...callerSchema.parse(facts.find(({ kind }) => kind === 'caller')),
      isAnonymous: callerId === null,
    },
    resource: facts.find((fact) => fact.kind === 'resource') ?? null,
    nodegroups: facts.filter((fact) => fact.kind === 'nodegroup'),
  };
}
