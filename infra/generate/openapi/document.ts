import { listPathVariables } from '../../../lib/http/operation.ts';
import { toGatewayPath } from '../allowed-methods.ts';
import type { DescribedOperation, DocumentContext } from './described-operation.ts';
import type { RecordedExample } from './examples.ts';
import { createSchemaWriter, type OpenApiVersion } from './json-schema.ts';
import { createOperationObject } from './operation-object.ts';
import { listHeaderComponents } from './responses.ts';
import { listSecurityRequirements, createSecuritySchemes } from './security.ts';
import { selectUsedComponents, extractSharedParts, type Paths } from './shared-parts.ts';
import { createInfoObject, createTagObjects } from './info-and-tags.ts';

export type OpenApiDocumentOptions = {
  readonly version: OpenApiVersion;
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** If set, the document has only the operations at and below this path, with paths relative to it. */
  readonly below?: `/${string}`;
  readonly examples?: readonly RecordedExample[];
};

/** An OpenAPI document as a JSON value. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const openApiVersions = { '3.0': '3.0.3', '3.1': '3.1.1' } as const;

/** Selects the operations of a document, without the fallback operation. */
function selectOperations(
  operations: readonly DescribedOperation[],
  below: string,
): readonly DescribedOperation[] {
  return operations.filter(
    ({ operation: { method, path } }) =>
      method !== 'ANY' && (path === below || path.startsWith(`${below}/`)),
  );
}

/** Creates the path objects, in the order of the operations. */
function createPathObjects(
  operations: readonly DescribedOperation[],
  below: string,
  context: DocumentContext,
): Paths {
  const pathByResource = new Map<string, string>();
  const paths: Record<string, Paths[string]> = {};
  for (const described of operations) {
    const { path, method } = described.operation;
    // OpenAPI does not distinguish paths that differ only in the names of variables, so all get the names of the first.
    const resource = toGatewayPath(path);
    const documentPath = pathByResource.get(resource) ?? path;
    pathByResource.set(resource, documentPath);
    const relativePath = documentPath.slice(below.length) || '/';
    const operation = createOperationObject(described, listPathVariables(documentPath), context);
    paths[relativePath] = { ...paths[relativePath], [method.toLowerCase()]: operation };
  }
  return paths;
}

/**
 * Describes operations as an OpenAPI document. The output is deterministic.
 * @param operations in the order of the document
 * @throws Error if a description is missing, or two schemas have the same id
 */
export function createOpenApiDocument(
  operations: readonly DescribedOperation[],
  { version, baseUrl, below, examples = [] }: OpenApiDocumentOptions,
): OpenApiDocument {
  const writer = createSchemaWriter(version);
  const basePath = below ?? '';
  const described = selectOperations(operations, basePath);
  const paths = createPathObjects(described, basePath, { writer, examples });
  const shared = extractSharedParts(paths, version);
  const components = {
    schemas: writer.components(),
    ...shared.components,
    headers: listHeaderComponents(),
  };
  return {
    openapi: openApiVersions[version],
    info: createInfoObject(version),
    servers: [{ url: `${baseUrl}${basePath}` }],
    tags: createTagObjects(new Set(described.map(({ subject }) => subject))),
    paths: shared.paths,
    components: {
      ...selectUsedComponents(shared.paths, components),
      securitySchemes: selectUsedSecuritySchemes(described, baseUrl),
    },
  };
}

/** The security schemes that the operations use. */
function selectUsedSecuritySchemes(operations: readonly DescribedOperation[], baseUrl: string) {
  const used = new Set(
    operations.flatMap(({ operation }) => listSecurityRequirements(operation).flatMap(Object.keys)),
  );
  return Object.fromEntries(
    Object.entries(createSecuritySchemes(baseUrl)).filter(([name]) => used.has(name)),
  );
}
