import { Schema } from "effect"
import { Line, ValidationError } from "../../contract/index.ts"

/** A person's name as others read it: one line of a sensible length. */
export const isPersonName: (text: unknown) => text is string = Schema.is(Line(120))

export const notAName = (): ValidationError =>
  new ValidationError({ fields: [{ path: "name", message: "must be one line of 1 to 120 characters" }] })
