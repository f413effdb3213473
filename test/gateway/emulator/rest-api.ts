import * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';
import { withParentPaths } from '../../../infra/generate/allowed-methods.ts';
import {
  readApiDefinition,
  type ApiDefinition,
  type DefinedMethod,
  type GatewayResponse,
} from './api-definition.ts';

export type ApiResource = {
  /** Such as `/resources/{first}`. */
  readonly path: string;
  readonly children: readonly ApiResource[];
  /** Names of functions by method; ANY stands for all other methods. */
  readonly methods: ReadonlyMap<string, string>;
  /** Milliseconds that API Gateway waits for the end of streamed answers, by method. */
  readonly streamTimeouts: ReadonlyMap<string, number>;
};

export type RestApi = Pick<ApiDefinition, 'binaryMediaTypes'> & {
  readonly root: ApiResource;
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly minimumCompressionSize: number | undefined;
  /** Handlers such as `functions/resources/list.handler`, by the name of the function. */
  readonly handlers: ReadonlyMap<string, string>;
  /** Values of HDS_ANSWERS by the name of the function. */
  readonly answers: ReadonlyMap<string, string>;
};

const functionSchema = z.object({
  Handler: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
});

/** A part of a path, as API Gateway accepts it: characters, one variable, or a variable for the rest of the path. */
const pathPart = /^([\w.:-]+|\{[\w.:-]+\+?\})$/;

/** @throws Error if API Gateway would refuse the path */
function checkPath(path: string): void {
  if (path === '/') return;
  const [first, ...parts] = path.split('/');
  if (first !== '' || parts.some((part) => !pathPart.test(part)))
    throw new Error(`API Gateway refuses the path ${path}.`);
  if (parts.slice(0, -1).some((part) => part.endsWith('+}')))
    throw new Error(`${path} has a part after a variable for the rest of the path.`);
}

/** Creates the resources of the API: one for each part of a path, also if it has no methods. */
function buildResourceTree(methods: readonly DefinedMethod[]): ApiResource {
  const methodsByPath = Map.groupBy(methods, ({ path }) => path);
  for (const path of methodsByPath.keys()) checkPath(path);
  const paths = withParentPaths([...methodsByPath.keys()].filter((path) => path !== '/'));

  function build(path: string): ApiResource {
    const prefix = path === '/' ? path : `${path}/`;
    const children = paths.filter(
      (child) => child.startsWith(prefix) && !child.slice(prefix.length).includes('/'),
    );
    const variables = children.filter((child) => child.endsWith('}'));
    if (variables.length > 1) {
      throw new Error(`${path} has ${variables.length} variable children; API Gateway takes one.`);
    }
    const ownMethods = methodsByPath.get(path) ?? [];
    return {
      path,
      children: children.map(build),
      methods: new Map(ownMethods.map(({ httpMethod, functionId }) => [httpMethod, functionId])),
      streamTimeouts: new Map(
        ownMethods.flatMap(({ httpMethod, streamTimeout }) =>
          streamTimeout === undefined ? [] : [[httpMethod, streamTimeout] as const],
        ),
      ),
    };
  }
  return build('/');
}

function listFunctions(
  template: Template,
): readonly (readonly [id: string, properties: z.output<typeof functionSchema>])[] {
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, { Properties }]) => [id, functionSchema.parse(Properties)]);
}

/**
 * Reads the REST API from the packaged template.
 * @throws Error if API Gateway would refuse the template
 */
export function readRestApi(template: Template): RestApi {
  const { methods, ...definition } = readApiDefinition(template);
  const functions = listFunctions(template);
  return {
    ...definition,
    root: buildResourceTree(methods),
    handlers: new Map(functions.map(([id, properties]) => [id, properties.Handler])),
    answers: new Map(
      functions.flatMap(([id, { Environment }]) => {
        const answers = Environment?.Variables['HDS_ANSWERS'];
        return typeof answers === 'string' ? [[id, answers] as const] : [];
      }),
    ),
  };
}

/** All resources of an API, parents before children. */
export function listApiResources(root: ApiResource): readonly ApiResource[] {
  return [root, ...root.children.flatMap(listApiResources)];
}
