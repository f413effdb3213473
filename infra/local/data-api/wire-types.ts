/** The form in which the Data API returns the values of a PostgreSQL type. */
export type ReturnKind =
  | 'long'
  | 'double'
  | 'decimal'
  | 'boolean'
  | 'blob'
  | 'string'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamptz'
  | 'unsupported';

export type WireType = {
  readonly name: string;
  readonly kind: ReturnKind;
  /** The JDBC type number for column metadata. */
  readonly jdbc: number;
  /** The type of array elements. */
  readonly element?: WireType;
};

const scalarTypes: Readonly<Record<number, WireType>> = {
  16: { name: 'bool', kind: 'boolean', jdbc: -7 },
  17: { name: 'bytea', kind: 'blob', jdbc: -2 },
  19: { name: 'name', kind: 'string', jdbc: 12 },
  20: { name: 'int8', kind: 'long', jdbc: -5 },
  21: { name: 'int2', kind: 'long', jdbc: 5 },
  23: { name: 'int4', kind: 'long', jdbc: 4 },
  25: { name: 'text', kind: 'string', jdbc: 12 },
  26: { name: 'oid', kind: 'long', jdbc: -5 },
  114: { name: 'json', kind: 'string', jdbc: 1111 },
  650: { name: 'cidr', kind: 'string', jdbc: 1111 },
  700: { name: 'float4', kind: 'double', jdbc: 7 },
  701: { name: 'float8', kind: 'double', jdbc: 8 },
  869: { name: 'inet', kind: 'string', jdbc: 1111 },
  1042: { name: 'bpchar', kind: 'string', jdbc: 1 },
  1043: { name: 'varchar', kind: 'string', jdbc: 12 },
  1082: { name: 'date', kind: 'date', jdbc: 91 },
  1083: { name: 'time', kind: 'time', jdbc: 92 },
  1114: { name: 'timestamp', kind: 'timestamp', jdbc: 93 },
  1184: { name: 'timestamptz', kind: 'timestamptz', jdbc: 93 },
  1560: { name: 'bit', kind: 'string', jdbc: -7 },
  1562: { name: 'varbit', kind: 'string', jdbc: 1111 },
  1700: { name: 'numeric', kind: 'decimal', jdbc: 2 },
  2950: { name: 'uuid', kind: 'string', jdbc: 1111 },
  3802: { name: 'jsonb', kind: 'string', jdbc: 1111 },
  3904: { name: 'int4range', kind: 'string', jdbc: 1111 },
  3906: { name: 'numrange', kind: 'string', jdbc: 1111 },
  3910: { name: 'tstzrange', kind: 'string', jdbc: 1111 },
  3926: { name: 'int8range', kind: 'string', jdbc: 1111 },
};

const unsupportedTypeNames: Readonly<Record<number, string>> = {
  18: 'char',
  142: 'xml',
  600: 'point',
  601: 'lseg',
  602: 'path',
  603: 'box',
  604: 'polygon',
  628: 'line',
  718: 'circle',
  790: 'money',
  829: 'macaddr',
  1186: 'interval',
  1266: 'timetz',
  2205: 'regclass',
  2206: 'regtype',
  2278: 'void',
  3614: 'tsvector',
  3908: 'tsrange',
  3912: 'daterange',
};

/** The ids of element types, by the ids of array types. */
const arrayElementIds: Readonly<Record<number, number>> = {
  143: 142,
  199: 114,
  629: 628,
  651: 650,
  719: 718,
  791: 790,
  1000: 16,
  1001: 17,
  1002: 18,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1017: 600,
  1018: 601,
  1019: 602,
  1020: 603,
  1021: 700,
  1022: 701,
  1027: 604,
  1028: 26,
  1040: 829,
  1041: 869,
  1115: 1114,
  1182: 1082,
  1183: 1083,
  1185: 1184,
  1187: 1186,
  1231: 1700,
  1270: 1266,
  1561: 1560,
  1563: 1562,
  2210: 2205,
  2211: 2206,
  2951: 2950,
  3643: 3614,
  3807: 3802,
  3905: 3904,
  3907: 3906,
  3909: 3908,
  3911: 3910,
  3913: 3912,
  3927: 3926,
};

/** The JDBC type number of arrays. */
const arrayJdbcType = 2003;

/** The lowest id of types that are not built in, but created by extensions or `create type`. Those ids differ between databases. */
export const firstCustomTypeId = 16_384;

/** Describes a built-in type. Values of types that are not listed above are returned as text. @param typeId pg_type.oid */
export function describeBuiltInType(typeId: number): WireType {
  const elementId = arrayElementIds[typeId];
  if (elementId !== undefined) {
    const element = describeBuiltInType(elementId);
    return { name: `_${element.name}`, kind: element.kind, jdbc: arrayJdbcType, element };
  }
  const scalar = scalarTypes[typeId];
  if (scalar !== undefined) return scalar;
  const unsupportedName = unsupportedTypeNames[typeId];
  if (unsupportedName !== undefined)
    return { name: unsupportedName, kind: 'unsupported', jdbc: 1111 };
  return { name: `type ${typeId}`, kind: 'string', jdbc: 1111 };
}

/**
 * Describes a type that is not built in. Values of enumerations are returned as text; types of extensions are not supported.
 * @param category pg_type.typtype
 */
export function describeCustomType(name: string, category: string): WireType {
  return { name, kind: category === 'e' ? 'string' : 'unsupported', jdbc: 1111 };
}
