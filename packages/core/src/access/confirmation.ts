import { type ServiceError, ValidationError } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"

/** The form field with which people confirm who they are. Problems name it as their path. */
export const confirmationField = "confirmation"

/** SQL: how long a sign-in or a confirmation counts for its session. */
export const confirmationPeriod = "interval '10 minutes'"

export const confirmationError = (message: string): ValidationError =>
  new ValidationError({ fields: [{ path: confirmationField, message }] })

/** Whether an error only asks the person to confirm who they are. */
export const isConfirmationError = (error: ServiceError): boolean =>
  error._tag === "validation_error" && error.fields.some(({ path }) => path === confirmationField)

/**
 * Returns the error of a person who neither signed in nor confirmed their password in this session lately, or
 * null. Operators act on the service's own machine and count as confirmed.
 */
export const confirmationProblem = (caller: Caller): ValidationError | null =>
  caller.kind === "person" && !caller.confirmed
    ? confirmationError("this needs a recent confirmation: enter your password again")
    : null
