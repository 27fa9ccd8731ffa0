import type { RunBy } from "@adwarden/core"
import { Args, Options } from "@effect/cli"
import { Option } from "effect"

/* What the operator's commands share: the texts they are given, and lists as tables, and instants as these show them. */

export const described = (name: string, description: string): Options.Options<string> =>
  Options.text(name).pipe(Options.withDescription(description))

export const org = described("org", "Slug of the organization")

/** The same where the command is about the organization itself. */
export const slug = Args.text({ name: "org" }).pipe(Args.withDescription("Slug of the organization"))

/** Whoever is on this machine may; it can also be done as somebody who may elsewhere. */
export const asOwner = described(
  "as",
  "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
).pipe(Options.optional)
export const runBy = (as: Option.Option<string>): RunBy => (Option.isSome(as) ? "owner" : "operator")

/** Columns as wide as what stands in them, the first row being their titles. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  const line = (cells: ReadonlyArray<string>) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd()
  return rows.map(line).join("\n")
}

export const day = (timestamp: string): string => timestamp.slice(0, 10)
export const minute = (timestamp: string): string => `${timestamp.slice(0, 16).replace("T", " ")}Z`
