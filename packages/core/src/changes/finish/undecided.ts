import { Data } from "effect"

/** The platform has not said what became of it, so nobody may say it has failed or been done. */
export class Undecided extends Data.TaggedError("Undecided")<{
  readonly message: string
  /** Whether nothing can have been sent yet. */
  readonly untouched: boolean
}> {}
