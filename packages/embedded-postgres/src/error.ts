import { Data } from "effect"

export type EmbeddedPostgresProblem = "platform" | "user" | "directory" | "initialise" | "start"

/** An error of the embedded database. The message states in one line what happened and what to do. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly problem: EmbeddedPostgresProblem
  readonly message: string
}> {}

export const fail = (problem: EmbeddedPostgresProblem, message: string): never => {
  throw new EmbeddedPostgresError({ problem, message })
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
