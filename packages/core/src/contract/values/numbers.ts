import { Schema } from "effect"

export const WholeNumber = (from: number, to: number) =>
  Schema.Number.pipe(Schema.int(), Schema.between(from, to)).annotations({
    message: () => ({ message: `must be a whole number from ${from} to ${to}`, override: true })
  })

export const NumberBetween = (from: number, to: number) =>
  Schema.Number.pipe(Schema.between(from, to)).annotations({
    message: () => ({ message: `must be a number from ${from} to ${to}`, override: true })
  })

/** A count that we report: whole and never negative. */
export const Count = Schema.NonNegativeInt

/** Conversions may be fractional: the platform splits one among several clicks. */
export const Conversions = Schema.NonNegative

export const Fraction = Schema.NonNegative

export const Flag = Schema.Boolean.annotations({ message: () => "must be true or false" })
