/**
 * The statements that may touch several shards. None is on the path of a request: they are sent by schedules, workers,
 * operators or the demo, and read or change data of all organizations.
 */
export const backgroundStatements: ReadonlyArray<{ readonly statement: RegExp; readonly why: string }> = []
