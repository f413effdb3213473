/** The metadata of a picture, as sharp takes it out of the formats, decompressed. */
export type RawMetadata = {
  readonly exif?: Buffer | undefined;
  readonly iptc?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
  readonly tifftagPhotoshop?: Buffer | undefined;
};

/** Who made a picture, and who has the rights. */
export type Credit = { readonly artist?: string; readonly copyright?: string };
