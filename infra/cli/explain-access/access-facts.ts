import * as z from 'zod';

import { readDocument, type StatementReader } from '../../../lib/data-api/chunks.ts';
import { accessFactsStatement, type AccessSubject } from '../../queries/explain-access.ts';

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

/** The rule that decided about a right, and whether it gives the right. */
const decisionSchema = <Rule extends z.ZodType>(rule: Rule) =>
  z.object({ rule, allows: z.boolean() });

const generalRules = ['deactivated', 'administrator', 'system settings'] as const;

const nodegroupDecisionSchema = decisionSchema(
  z.enum([...generalRules, 'no access', 'grant', 'default', 'guest', 'closed']),
);

const resourceDecisionSchema = decisionSchema(
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
    'nodegroup of its graph',
  ]),
);

/** Grants to the caller; `group` is null for a grant to the account itself. */
const grantsSchema = <Rights extends z.ZodType>(rights: Rights) =>
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
  grants: grantsSchema(nodegroupRightsSchema),
  /** The id of the nodegroup whose no_access closes this one: itself or the nearest above; null if it is not closed so. */
  closedBy: z.string().nullable(),
  decisions: z.object({
    read: nodegroupDecisionSchema,
    write: nodegroupDecisionSchema,
    delete: nodegroupDecisionSchema,
  }),
  // Only for the nodegroups of a resource instance.
  isOfGraph: z.boolean().default(true),
  hasTiles: z.boolean().default(false),
});

const resourceSchema = z.object({
  kind: z.literal('resource'),
  id: z.string(),
  isSystemSettings: z.boolean(),
  /** Whether Guest may see it. */
  isSeenByGuest: z.boolean(),
  grants: grantsSchema(resourceRightsSchema),
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

/** A nodegroup with the grants to the caller, and the rules that decide (`nodegroup_rule`). */
export type NodegroupFacts = z.output<typeof nodegroupSchema>;

/** A resource instance with the grants to the caller, and the rules that decide (`resource_rule`). */
export type ResourceFacts = z.output<typeof resourceSchema>;

/** A group by its name; null for the account itself. */
export type GrantHolder = string | null;

export type NodegroupRule = z.output<typeof nodegroupDecisionSchema>['rule'];
export type ResourceRule = z.output<typeof resourceDecisionSchema>['rule'];

export type AccessFacts = {
  readonly caller: CallerFacts;
  /** Null if the subject is a nodegroup. */
  readonly resource: ResourceFacts | null;
  /** For a nodegroup: itself and those above it, upwards. For a resource instance: those of its graph, and of its tiles. */
  readonly nodegroups: readonly NodegroupFacts[];
};

/**
 * Reads the facts that decide what a caller is allowed to do with a nodegroup or resource instance.
 * @param callerId an account id; null for the anonymous caller
 * @param subject must exist
 */
export async function readAccessFacts(
  dataApi: StatementReader,
  callerId: number | null,
  subject: AccessSubject,
): Promise<AccessFacts> {
  const texts = await readDocument(dataApi, accessFactsStatement(callerId, subject), 1);
  const facts = texts.map((text) => factSchema.parse(JSON.parse(text)));
  return {
    caller: {
      ...callerSchema.parse(facts.find(({ kind }) => kind === 'caller')),
      isAnonymous: callerId === null,
    },
    resource: facts.find((one) => one.kind === 'resource') ?? null,
    nodegroups: facts.filter((one) => one.kind === 'nodegroup'),
  };
}
