/** The group whose rights decide what spatial views show. */
export const readerGroup = 'Spatial View Reader';
