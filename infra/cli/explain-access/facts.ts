import * as z from 'zod';

import { readParts, type Reader } from '../../../lib/data-api/chunks.ts';
import { accessFacts, type AccessSubject } from '../../queries/explain-access.ts';

const nodegroupRights = z.object({ read: z.boolean(), write: z.boolean(), delete: z.boolean() });
const resourceRights = z.object({ view: z.boolean(), change: z.boolean(), delete: z.boolean() });

/** Grants that touch the caller; `group` is null for a grant to the account itself. */
const grants = <Rights extends z.ZodType>(rights: Rights) =>
  z.array(z.object({ group: z.string().nullable(), rights, noAccess: z.boolean() }));

const caller = z.object({
  kind: z.literal('caller'),
  isActive: z.boolean(),
  isAdministrator: z.boolean(),
  groups: z.array(
    z.object({ name: z.string(), isAdministrator: z.boolean(), rights: nodegroupRights }),
  ),
  mayDoEverything: z.boolean(),
});

const nodegroup = z.object({
  kind: z.literal('nodegroup'),
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  isSystemSettings: z.boolean(),
  grants: grants(nodegroupRights),
  verdict: nodegroupRights,
  // Told where a resource instance is asked about.
  isOfGraph: z.boolean().default(true),
  hasTiles: z.boolean().default(false),
});

const resource = z.object({
  kind: z.literal('resource'),
  id: z.string(),
  isSystemSettings: z.boolean(),
  grants: grants(resourceRights),
  verdict: resourceRights,
});

const fact = z.discriminatedUnion('kind', [caller, nodegroup, resource]);

export type NodegroupRight = keyof z.output<typeof nodegroupRights>;
export type ResourceRight = keyof z.output<typeof resourceRights>;

/** What the rules know of the caller. A deactivated account has no groups. */
export type CallerFacts = z.output<typeof caller> & { readonly isAnonymous: boolean };

/** A nodegroup with the grants that touch the caller, and the rights that `nodegroup_permission` gives. */
export type NodegroupFacts = z.output<typeof nodegroup>;

/** A resource instance with the grants that touch the caller, and the rights that `resource_permission` gives. */
export type ResourceFacts = z.output<typeof resource>;

export type AccessFacts = {
  readonly caller: CallerFacts;
  /** null where a nodegroup was asked about. */
  readonly resource: ResourceFacts | null;
  /** Of a nodegroup: itself and those above it, upwards. Of a resource instance: those of its graph, and of its tiles. */
  readonly nodegroups: readonly NodegroupFacts[];
};

/**
 * Reads all that decides what a caller may do with a nodegroup or resource instance.
 * @param callerId an account id; null for the anonymous caller
 * @param subject one that is there
 */
export async function readAccessFacts(
  data: Reader,
  callerId: number | null,
  subject: AccessSubject,
): Promise<AccessFacts> {
  const texts = await readParts(data, accessFacts(callerId, subject), 1);
  const facts = texts.map((text) => fact.parse(JSON.parse(text)));
  return {
    caller: {
      ...caller.parse(facts.find(({ kind }) => kind === 'caller')),
      isAnonymous: callerId === null,
    },
    resource: facts.find((one) => one.kind === 'resource') ?? null,
    nodegroups: facts.filter((one) => one.kind === 'nodegroup'),
  };
}
