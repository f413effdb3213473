import type { Session, WireResult } from '../database/database.ts';
import type { Column } from './decode.ts';
import { elementType, firstOwnType, ownType, wireType, type WireType } from './types.ts';

const lookupTimeout = 10_000;

/** Finds out what the columns of results are. Types of extensions are looked up once. */
export type Columns = {
  readonly of: (result: WireResult, session: Session) => Promise<readonly Column[]>;
};

export function createColumns(): Columns {
  const known = new Map<number, WireType>();

  async function typeOf(typeId: number, session: Session): Promise<WireType> {
    if (typeId < firstOwnType) return wireType(typeId);
    const cached = known.get(typeId);
    if (cached !== undefined) return cached;
    const found = await session.query(
      `select typname::text, typtype::text from pg_type where oid = ${typeId}`,
      [],
      lookupTimeout,
    );
    const [name, category] = found.rows[0] ?? [];
    const type = ownType(name ?? `type ${typeId}`, category ?? '');
    known.set(typeId, type);
    return type;
  }

  return {
    of: async ({ fields }, session) => {
      const columns: Column[] = [];
      for (const { name, typeId } of fields) {
        columns.push({ name, typeId, type: await typeOf(typeId, session) });
      }
      return columns;
    },
  };
}

/** The metadata of a column, as far as the database tells it over the wire. */
export function columnMetadata({ name, typeId, type }: Column) {
  const element = elementType(typeId);
  const isNumber = ['long', 'double', 'decimal'].includes(type.kind);
  return {
    arrayBaseColumnType: element?.jdbc ?? 0,
    isAutoIncrement: false,
    isCaseSensitive: type.kind === 'string',
    isCurrency: false,
    isSigned: isNumber,
    label: name,
    name,
    nullable: 2,
    precision: 0,
    scale: 0,
    schemaName: '',
    tableName: '',
    type: element === undefined ? type.jdbc : 2003,
    typeName: element === undefined ? type.name : `_${element.name}`,
  };
}
