import type { Capability } from '../../lib/capabilities.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { DeclaredOperation, DeclaredSchedule } from './operations.ts';
import { gatewayPathsOf, withParentPaths } from './allowed-methods.ts';

/**
 * The role of each capability (infra/aws/roles.yml), and the memory in MB if the capability has no database access.
 * @rule Deployment: How much memory does a function get?
 * @rule Deployment: Which IAM role does a function have, and what does it allow?
 */
const capabilities: Readonly<
  Record<Capability, { readonly role: string; readonly memory?: number }>
> = {
  none: { role: 'PlainRole', memory: 256 },
  read: { role: 'ReadRole' },
  download: { role: 'DownloadRole' },
  'show-pictures': { role: 'PictureRole' },
  'serve-files': { role: 'FileRole' },
  write: { role: 'WriteRole' },
  transaction: { role: 'TransactionRole' },
  upload: { role: 'UploadRole' },
  'sign-in': { role: 'SignInRole' },
  token: { role: 'TokenRole' },
  revoke: { role: 'RevokeRole' },
  administer: { role: 'AdministerRole' },
  export: { role: 'ExportRole' },
  derive: { role: 'DeriveRole' },
};

/** The name of the function of an operation: that of `get-tile` is `getTile`. */
export function toFunctionName(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type HttpEvent = { readonly method: string; readonly path: string };

/** The formatter wraps longer lines. */
const maxColumns = 100;

function writeEventLines(
  { method, path }: HttpEvent,
  { isStreamed = false, timeout = 29 }: Pick<Operation, 'isStreamed' | 'timeout'>,
): readonly string[] {
  const value = path.includes('{') ? `'${path}'` : path;
  const lowerCaseMethod = method.toLowerCase();
  if (!isStreamed) {
    const line = `      - http: { method: ${lowerCaseMethod}, path: ${value} }`;
    return line.length <= maxColumns
      ? [line]
      : ['      - http:', `          { method: ${lowerCaseMethod}, path: ${value} }`];
  }
  return [
    '      - http:',
    `          method: ${lowerCaseMethod}`,
    `          path: ${value}`,
    `          timeoutInMillis: ${timeout * 1000}`,
    '          response: { transferMode: STREAM }',
  ];
}

/** The type of `listVariables`, which returns the names of the environment variables of a function. */
export type ListVariables = (handler: string, capability: Capability) => readonly string[];

function writeEnvironmentLines(
  variables: readonly string[],
  isStreamed = false,
): readonly string[] {
  const lines = [
    ...variables.map((name) => `      ${name}: \${self:custom.environment.${name}}`),
    ...(isStreamed ? ['      HDS_ANSWERS: stream'] : []),
  ];
  return lines.length === 0 ? [] : ['    environment:', ...lines];
}

/** GET is mapped to ANY, so that its function also handles HEAD and OPTIONS, and refuses other methods with 405. */
const gatewayMethod = (method: string): string => (method === 'GET' ? 'ANY' : method);

/** Lists the resources of the fallback operation: those without a GET operation, and unknown paths. */
function listFallbackResources(operations: readonly DeclaredOperation[]): readonly string[] {
  const pathsWithMethod = (isSelected: (method: string) => boolean): readonly string[] =>
    operations
      .filter(({ operation }) => isSelected(operation.method))
      .flatMap(({ operation }) => gatewayPathsOf(operation));
  const resourcesWithGet = new Set(pathsWithMethod((method) => method === 'GET'));
  const resources = withParentPaths(pathsWithMethod((method) => method !== 'ANY'));
  return ['/', '/{proxy+}', ...resources].filter((resource) => !resourcesWithGet.has(resource));
}

function writeOperationDeclaration(
  declared: DeclaredOperation,
  operations: readonly DeclaredOperation[],
  listVariables: ListVariables,
): string {
  const { id, method, capability, memory, timeout, isStreamed } = declared.operation;
  const { role, memory: defaultMemory } = capabilities[capability];
  const megabytes = memory ?? defaultMemory;
  const events =
    method === 'ANY'
      ? listFallbackResources(operations).map((resource) => ({ method, path: resource }))
      : gatewayPathsOf(declared.operation).map((path) => ({
          method: gatewayMethod(method),
          path,
        }));
  return [
    `  ${toFunctionName(id)}:`,
    `    handler: ${declared.handler}`,
    `    role: ${role}`,
    '    disableLogs: true',
    ...(megabytes === undefined ? [] : [`    memorySize: ${megabytes}`]),
    ...(timeout === undefined ? [] : [`    timeout: ${timeout}`]),
    ...(isStreamed === true ? ['    reservedConcurrency: ${param:streamConcurrency, null}'] : []),
    ...writeEnvironmentLines(listVariables(declared.handler, capability), isStreamed),
    '    events:',
    ...events.flatMap((httpEvent) => writeEventLines(httpEvent, declared.operation)),
    '',
  ].join('\n');
}

/**
 * Declares a function that EventBridge starts. Two parameters of serverless.yml set its schedule and whether it is
 * enabled. A function that runs until its work is finished gets no schedule here: a stack in infra/aws calls it.
 */
function writeScheduleDeclaration(
  { schedule, handler }: DeclaredSchedule,
  listVariables: ListVariables,
): string {
  const name = toFunctionName(schedule.id);
  const lines = [
    `  ${name}:`,
    `    handler: ${handler}`,
    `    role: ${capabilities[schedule.capability].role}`,
    '    disableLogs: true',
    ...(schedule.memory === undefined ? [] : [`    memorySize: ${schedule.memory}`]),
    `    timeout: ${schedule.timeout}`,
    ...writeEnvironmentLines(listVariables(handler, schedule.capability)),
  ];
  if (schedule.runsUntilFinished === true) return [...lines, ''].join('\n');
  return [
    ...lines,
    '    events:',
    '      - schedule:',
    `          rate: ['\${param:${name}Schedule}']`,
    `          enabled: \${self:custom.switches.\${param:${name}}, false}`,
    '',
  ].join('\n');
}

/**
 * Writes the functions that serverless.yml includes.
 * @param operations all operations, in order
 * @param schedules all scheduled functions; they follow the operations
 * @param listVariables lists the environment variables of each function
 * @returns YAML in the style of the formatter, with a line break at the end
 */
export function writeFunctionsYaml(
  operations: readonly DeclaredOperation[],
  schedules: readonly DeclaredSchedule[] = [],
  listVariables: ListVariables = () => [],
): string {
  const declarations = [
    ...operations.map((declared) => writeOperationDeclaration(declared, operations, listVariables)),
    ...schedules.map((declared) => writeScheduleDeclaration(declared, listVariables)),
  ];
  return `functions:\n${declarations.join('\n')}`;
}
