/** The number of WGS 84, longitude first. */
export const wgs84 = 4326;

/** Reads the number of a reference system. @param crs such as `EPSG:27700` */
export const readSrid = (crs: string): number => Number(crs.replace(/^EPSG:/i, ''));
