import type { Session, WireField, WireResult } from '../database/database.ts';
import type { Column, ColumnOrigin } from './decode-value.ts';
import {
  firstCustomTypeId,
  describeCustomType,
  describeBuiltInType,
  type WireType,
} from './wire-types.ts';

/** Describes the columns of results. Types that are not built in are read once and cached. */
export type ColumnReader = {
  /** @param includesOrigins whether to read the tables of the columns too, for metadata */
  readonly describe: (
    result: WireResult,
    session: Session,
    includesOrigins: boolean,
  ) => Promise<readonly Column[]>;
};

/** Creates a column reader. @param timeout of a query of the catalog, in milliseconds */
export function createColumnReader(timeout: number): ColumnReader {
  const customTypes = new Map<number, WireType>();

  async function readType(typeId: number, session: Session): Promise<WireType> {
    if (typeId < firstCustomTypeId) return describeBuiltInType(typeId);
    const cachedType = customTypes.get(typeId);
    if (cachedType !== undefined) return cachedType;
    const { rows } = await session.query(
      `select typname::text, typtype::text from pg_type where oid = ${typeId}`,
      [],
      timeout,
    );
    const [name, category] = rows[0] ?? [];
    const type = describeCustomType(name ?? `type ${typeId}`, category ?? '');
    customTypes.set(typeId, type);
    return type;
  }

  return {
    describe: async ({ fields }, session, includesOrigins) => {
      const origins = includesOrigins ? await readOrigins(fields, session, timeout) : undefined;
      const columns: Column[] = [];
      for (const field of fields) {
        const type = await readType(field.typeId, session);
        columns.push({ name: field.name, type, origin: origins?.get(columnKey(field)) });
      }
      return columns;
    },
  };
}

function columnKey({ tableId, columnNumber }: WireField): string {
  return `${tableId} ${columnNumber}`;
}

async function readOrigins(
  fields: readonly WireField[],
  session: Session,
  timeout: number,
): Promise<ReadonlyMap<string, ColumnOrigin>> {
  const tableIds = [...new Set(fields.map((field) => field.tableId))].filter((id) => id !== 0);
  if (tableIds.length === 0) return new Map();
  const { rows } = await session.query(
    `select
  concat(a.attrelid::bigint, ' ', a.attnum),
  n.nspname::text,
  c.relname::text,
  (not a.attnotnull)::text,
  (a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false))::text
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = any ('{${tableIds.join(',')}}'::oid[])`,
    [],
    timeout,
  );
  return new Map(
    rows.map(([key, schema, table, isNullable, isAutoIncrement]) => [
      key ?? '',
      {
        schema: schema ?? '',
        table: table ?? '',
        isNullable: isNullable === 'true',
        isAutoIncrement: isAutoIncrement === 'true',
      },
    ]),
  );
}

/** Returns the JDBC constant that says whether a column allows nulls: 0 no, 1 yes, 2 unknown. */
function toNullability(origin: ColumnOrigin | undefined): number {
  if (origin === undefined) return 2;
  return origin.isNullable ? 1 : 0;
}

/** Returns the metadata of a column as the Data API does, except for precision and scale, which are always 0. */
export function toColumnMetadata({ name, type, origin }: Column) {
  return {
    arrayBaseColumnType: type.element?.jdbc ?? 0,
    isAutoIncrement: origin?.isAutoIncrement ?? false,
    isCaseSensitive: type.kind === 'string',
    isCurrency: false,
    isSigned: ['long', 'double', 'decimal'].includes(type.kind),
    label: name,
    name,
    nullable: toNullability(origin),
    precision: 0,
    scale: 0,
    schemaName: origin?.schema ?? '',
    tableName: origin?.table ?? '',
    type: type.jdbc,
    typeName: type.name,
  };
}
