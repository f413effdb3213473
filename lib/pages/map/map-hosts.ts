import type { Settings } from '../../settings.ts';

export type StyleSettings = Pick<Settings, 'mapStyle' | 'mapHosts'>;

/** The hosts from which maps load data, besides the service: the host of the project's own style, and the hosts that this style needs. */
export function mapSourceHosts({
  mapStyle: ownStyle,
  mapHosts: hosts,
}: StyleSettings): readonly string[] {
  return ownStyle === undefined ? [] : [new URL(ownStyle).origin, ...hosts];
}
