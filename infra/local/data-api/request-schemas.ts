import * as z from 'zod';

import { ServiceError } from './errors.ts';

// The members and their limits are those of the service model of the RDS Data API, version 2018-08-01.

const arnSchema = z.string().min(11).max(570);
const databaseNameSchema = z.string().max(64);
const transactionIdSchema = z.string().max(192);
const statementSchema = z.string().max(65_536);

const fieldSchema = z.strictObject({
  isNull: z.boolean().nullish(),
  booleanValue: z.boolean().nullish(),
  longValue: z.union([z.int(), z.bigint()]).nullish(),
  doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).nullish(),
  stringValue: z.string().nullish(),
  blobValue: z.base64().nullish(),
  arrayValue: z.unknown().optional(),
});

const parameterSchema = z.object({
  name: z.string().nullish(),
  value: fieldSchema.nullish(),
  typeHint: z.enum(['JSON', 'UUID', 'TIMESTAMP', 'DATE', 'TIME', 'DECIMAL']).nullish(),
});

const targetShape = {
  resourceArn: arnSchema,
  secretArn: arnSchema,
  database: databaseNameSchema.nullish(),
  schema: z.string().nullish(),
};

const requestSchemas = {
  Execute: z.object({
    ...targetShape,
    sql: statementSchema,
    parameters: z.array(parameterSchema).nullish(),
    transactionId: transactionIdSchema.nullish(),
    includeResultMetadata: z.boolean().nullish(),
    continueAfterTimeout: z.boolean().nullish(),
    resultSetOptions: z
      .object({
        decimalReturnType: z.enum(['STRING', 'DOUBLE_OR_LONG']).nullish(),
        longReturnType: z.enum(['STRING', 'LONG']).nullish(),
      })
      .nullish(),
    formatRecordsAs: z.enum(['NONE', 'JSON']).nullish(),
  }),
  BatchExecute: z.object({
    ...targetShape,
    sql: statementSchema,
    parameterSets: z.array(z.array(parameterSchema)).nullish(),
    transactionId: transactionIdSchema.nullish(),
  }),
  BeginTransaction: z.object(targetShape),
  CommitTransaction: z.object({
    resourceArn: arnSchema,
    secretArn: arnSchema,
    transactionId: transactionIdSchema,
  }),
  RollbackTransaction: z.object({
    resourceArn: arnSchema,
    secretArn: arnSchema,
    transactionId: transactionIdSchema,
  }),
};

export type OperationName = keyof typeof requestSchemas;
export type SqlParameter = z.output<typeof parameterSchema>;
export type ExecuteRequest = z.output<(typeof requestSchemas)['Execute']>;
export type BatchExecuteRequest = z.output<(typeof requestSchemas)['BatchExecute']>;
export type BeginRequest = z.output<(typeof requestSchemas)['BeginTransaction']>;
export type EndRequest = z.output<(typeof requestSchemas)['CommitTransaction']>;

/** Whether a text, such as a path without its slash, is the name of an operation. */
export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(requestSchemas, name);
}

/** Parses the body of a request. @throws ServiceError ValidationException with all problems, in the wording of AWS */
export function parseRequest<Name extends OperationName>(
  name: Name,
  body: unknown,
): z.output<(typeof requestSchemas)[Name]> {
  const parsed = requestSchemas[name].safeParse(body);
  if (parsed.success) return parsed.data as z.output<(typeof requestSchemas)[Name]>;
  const { issues } = parsed.error;
  const problems = issues.map(
    (issue) => `Value at '${issue.path.join('.')}' failed to satisfy constraint: ${issue.message}`,
  );
  throw new ServiceError(
    'ValidationException',
    `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected: ${problems.join('; ')}`,
  );
}
