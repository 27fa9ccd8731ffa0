import { Data } from "effect"

export type Trouble = "platform" | "user" | "directory" | "initialise" | "start"

/** The message is one line that says what went wrong and what to do. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly trouble: Trouble
  readonly message: string
}> {}

export const refuse = (trouble: Trouble, message: string): never => {
  throw new EmbeddedPostgresError({ trouble, message })
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
