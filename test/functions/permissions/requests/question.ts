import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import {
  listNodegroups,
  listReadableTiles,
  type World,
  type WorldDatatype,
  type WorldNode,
  type WorldNodegroup,
  type WorldValue,
} from '../../../support/world/world.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';

/** A node with one of its values, and how a condition names the value. */
type StoredValue = {
  readonly nodegroup: WorldNodegroup;
  readonly node: WorldNode;
  readonly value: WorldValue;
  readonly name: string;
};

/** How a condition names a value, by datatype. */
const nameOfValue: Readonly<Partial<Record<WorldDatatype, (value: WorldValue) => string>>> = {
  string: ({ displayed }) => `"${displayed['en-US'][0] ?? ''}"`,
  number: ({ stored }) => String(stored),
  date: ({ stored }) => String(stored),
  boolean: ({ stored }) => String(stored),
  concept: ({ displayed }) => displayed['de'][0] ?? '',
  'concept-list': ({ displayed }) => displayed['en-US'][0] ?? '',
  'resource-instance': ({ refersTo }) => refersTo[0] ?? '',
  'resource-instance-list': ({ refersTo }) => refersTo.at(-1) ?? '',
};

/** The values of a world that conditions can name. */
function storedValues(world: World): readonly StoredValue[] {
  const nodes = listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
  return world.resources
    .flatMap(({ tiles }) => tiles.flatMap(({ values }) => Object.entries(values)))
    .flatMap(([nodeId, value]) =>
      nodes
        .filter(({ node }) => node.id === nodeId)
        .flatMap(({ nodegroup, node }) => {
          const name =
            node.datatype === 'semantic' ? undefined : nameOfValue[node.datatype]?.(value);
          return name === undefined || name === '' ? [] : [{ nodegroup, node, value, name }];
        }),
    );
}

/** The visible resource instances of the model of a node, with or without a readable value of it that meets a condition. */
function findIds(
  world: World,
  access: Access,
  { nodegroup, node }: StoredValue,
  isMet: (value: WorldValue) => boolean,
  isNegated: boolean,
): readonly string[] {
  return world.resources
    .filter(({ id, graphId }) => graphId === nodegroup.graphId && access.maySee(id))
    .filter(
      (resource) =>
        listReadableTiles(access, resource).some(({ values }) => {
          const value = values[node.id];
          return value !== undefined && isMet(value);
        }) !== isNegated,
    )
    .map(({ id }) => id);
}

/** Whether a value is the one that a condition names, or has it among others. */
const hasSame =
  ({ node: { datatype }, name }: StoredValue) =>
  (value: WorldValue): boolean => {
    if (value.refersTo.length > 0) return value.refersTo.includes(name);
    const nameOf = datatype === 'semantic' ? undefined : nameOfValue[datatype];
    return nameOf?.(value) === name;
  };

/** GET /resources with a condition on a value that some resource instance has, on any value, or on none. */
const questionRequests: ChooseRequests = (world, turn) =>
  rotate(storedValues(world), turn, 6).map((stored, index): WalkRequest => {
    const [isNegated, isAny] = [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ][(turn + index) % 4] ?? [false, false];
    const value = `${isNegated ? '!' : ''}${isAny ? '*' : stored.name}`;
    return {
      path: `/resources/?limit=1000&node.${stored.node.id}=${encodeURIComponent(value)}`,
      expected: (access) => {
        // Messages and links repeat the question.
        const mayShow = new Set(sentinelsOf([stored.node.id, value]));
        if (!access.mayRead(stored.nodegroup.id)) {
          return { status: 400, sentinels: new Set(), mayShow };
        }
        const isMet = isAny ? () => true : hasSame(stored);
        return {
          status: 200,
          sentinels: new Set(findIds(world, access, stored, isMet, isNegated === true)),
          mayShow,
          excludes: ['rel="next"'],
        };
      },
    };
  });

export const requests: RequestsByOperation = { 'list-resources': questionRequests };
