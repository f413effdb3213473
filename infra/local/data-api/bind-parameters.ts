import { findHazards, tokenize } from '../../sql/lexer.ts';
import type { WireValue } from '../database/database.ts';
import { ServiceError } from './errors.ts';
import { memoize } from '../../../lib/data-api/memoize.ts';
import type { SqlParameter } from './request-schemas.ts';

/** A statement with `$1`, `$2`, … and their values. */
export type BoundStatement = { readonly sql: string; readonly values: readonly WireValue[] };

const typeIds = { unknown: 0, boolean: 16, bytea: 17, int8: 20, text: 25, float8: 701 };

const hintTypeIds = {
  UUID: 2950,
  JSON: 3802,
  DATE: 1082,
  TIME: 1083,
  TIMESTAMP: 1114,
  DECIMAL: 1700,
};

/**
 * Binds parameters as the RDS Data API does: with one `$n` for each occurrence of a name, strings with the type `text`, and nulls
 * without a type.
 * @rule Database and local stack: What does the emulator of the Data API refuse?
 * @throws ServiceError for parameters that the Data API refuses, and for statements that it would silently rewrite
 */
export function bindParameters(sql: string, parameters: readonly SqlParameter[]): BoundStatement {
  const valuesByName = new Map(
    parameters.map((parameter) => [parameter.name ?? '', toWireValue(parameter)]),
  );
  const values: WireValue[] = [];
  let missingCount = 0;
  const texts = parseStatementParts(sql).map((part) => {
    if (typeof part === 'string') return part;
    const value = valuesByName.get(part.parameter);
    if (value === undefined) missingCount += 1;
    else values.push(value);
    return `$${values.length + missingCount}`;
  });
  if (missingCount > 0) throw missingParametersError(values.length, values.length + missingCount);
  return { sql: texts.join(''), values };
}

type StatementPart = string | { readonly parameter: string };

/** Splits a statement into texts and parameters. @throws ServiceError if the Data API would rewrite it */
const parseStatementParts = memoize((sql): readonly StatementPart[] => {
  const [hazard] = findHazards(sql);
  if (hazard !== undefined) {
    throw new ServiceError(
      'ValidationException',
      `${hazard.message} The service would rewrite it, so write it another way.`,
    );
  }
  const parts: StatementPart[] = [];
  let textBefore = '';
  for (const { kind, text } of tokenize(sql)) {
    if (kind === 'parameter') {
      parts.push(textBefore, { parameter: text.slice(1) });
      textBefore = '';
    } else {
      textBefore += text;
    }
  }
  return [...parts, textBefore];
});

/** Creates the error for missing parameters, with the message of PostgreSQL. */
function missingParametersError(supplied: number, required: number): ServiceError {
  return new ServiceError(
    'DatabaseErrorException',
    `ERROR: bind message supplies ${supplied} parameters, but prepared statement requires ${required}; SQLState: 08P01`,
  );
}

function toWireValue({ name, value, typeHint }: SqlParameter): WireValue {
  const fields = Object.values(value ?? {}).filter((member) => member != null);
  if (value == null || fields.length !== 1 || value.isNull === false) {
    const count = fields.length > 1 ? 'more than one' : 'no';
    throw new ServiceError(
      'BadRequestException',
      `Parameter "${name ?? ''}" has value with ${count} field set`,
    );
  }
  if (value.arrayValue != null) {
    throw new ServiceError('ValidationException', 'Array parameters are not supported');
  }
  if (value.isNull === true) return { typeId: typeIds.unknown, value: null };
  if (value.booleanValue != null) return { typeId: typeIds.boolean, value: value.booleanValue };
  if (value.longValue != null) return { typeId: typeIds.int8, value: String(value.longValue) };
  if (value.doubleValue != null)
    return { typeId: typeIds.float8, value: String(value.doubleValue) };
  if (value.blobValue != null) {
    return { typeId: typeIds.bytea, value: new Uint8Array(Buffer.from(value.blobValue, 'base64')) };
  }
  return {
    typeId: typeHint == null ? typeIds.text : hintTypeIds[typeHint],
    value: value.stringValue ?? '',
  };
}
