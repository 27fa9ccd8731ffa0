import { Schema } from "effect"
import { Line, ValidationError } from "../contract/index.ts"

/**
 * Matches email addresses. Other texts reach neither the database nor an email header. It is stricter than
 * the standard, whose quoted and commented forms are not used in practice.
 */
const address =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}@(?=.{1,190}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

export const isEmail = (text: string): boolean => address.test(text)

export const invalidEmailError = (path = "email"): ValidationError =>
  new ValidationError({ fields: [{ path, message: "must be an email address such as name@example.com" }] })

/** Whether a text can be a person's name: one line of limited length. */
export const isPersonName: (text: unknown) => text is string = Schema.is(Line(120))

export const invalidNameError = (): ValidationError =>
  new ValidationError({ fields: [{ path: "name", message: "must be one line of 1 to 120 characters" }] })
