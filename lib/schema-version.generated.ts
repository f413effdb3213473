// Written by `npm run generate` from infra/schema and the prepared statements of lib/queries.

/** The version of the schema and of the prepared statements with which this code was built. */
<<<<<<< HEAD
export const schemaVersion = 'c4d5dc6f15487c3c';
=======
export const schemaVersion = 'fde9515a81881b8c';
>>>>>>> 3a8e89bd6703c6273c4e6dbb47242573d2807615
