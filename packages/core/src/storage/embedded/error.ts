import { Data } from "effect"

export type EmbeddedPostgresProblem = "platform" | "user" | "directory" | "initialise" | "start"

/** The message is one line that says what went wrong and what to do. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly problem: EmbeddedPostgresProblem
  readonly message: string
}> {}

export const fail = (problem: EmbeddedPostgresProblem, message: string): never => {
  throw new EmbeddedPostgresError({ problem, message })
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
