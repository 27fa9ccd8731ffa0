import type { OwnerOrOperator } from "@adwarden/core"
import { Args, Options } from "@effect/cli"
import { Option } from "effect"
import { safeLine } from "../terminal/safe-text.ts"
import { table } from "../terminal/table.ts"
import type { Screen } from "../terminal/terminal.ts"
import { wrap } from "../terminal/width.ts"
import type { CommandOutput } from "./command-output.ts"

/* What the operator's commands share: the texts they are given, and lists, facts and instants as people read them. */

export const textOption = (name: string, description: string): Options.Options<string> =>
  Options.text(name).pipe(Options.withDescription(description))

export const org = textOption("org", "Slug of the organization")

/** The same where the command is about the organization itself. */
export const slug = Args.text({ name: "org" }).pipe(Args.withDescription("Slug of the organization"))

/** Whoever is on this machine may; it can also be done as somebody who may elsewhere. */
export const asOwner = textOption(
  "as",
  "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
).pipe(Options.optional)
/** What changes campaigns is done in a person's name: approvals, the log and the audit trail tell whose. */
export const asAdmin = textOption(
  "as",
  "E-mail of the person who does it, an owner or admin of the organization"
)

export const runBy = (as: Option.Option<string>): OwnerOrOperator =>
  Option.isSome(as) ? "owner" : "operator"

/** Rows under their titles, within the screen. Of what stands in columns with a star before their title nothing is cut. */
export const tableOf =
  (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  ({ paint, width }: Screen): string =>
    table(
      titles.map((title, index) => ({
        title: title.replace("*", ""),
        whole: title.startsWith("*"),
        cells: rows.map((cells) => safeLine(cells[index]!))
      })),
      width,
      paint
    )

/** A list: a table of what is there, or a note that there is nothing. */
export const listOutput = <Row>(
  rows: ReadonlyArray<Row>,
  titles: ReadonlyArray<string>,
  row: (one: Row) => ReadonlyArray<string>,
  emptyNote: string
): CommandOutput =>
  rows.length === 0
    ? { data: rows, text: null, notes: [emptyNote] }
    : { data: rows, text: tableOf(titles, rows.map(row)) }

/** Names and what they stand for, under each other; what is long goes on below itself. */
export const factsText =
  (facts: ReadonlyArray<readonly [name: string, value: string]>) =>
  ({ paint, width }: Screen): string => {
    const names = Math.max(...facts.map(([name]) => name.length)) + 2
    const maxWidth = Math.max(20, (width ?? Number.POSITIVE_INFINITY) - names)
    return facts
      .flatMap(([name, value]) =>
        wrap(safeLine(value) || "-", maxWidth).map((line, index) =>
          index === 0 ? `${paint.faint(name.padEnd(names))}${line}` : `${" ".repeat(names)}${line}`
        )
      )
      .join("\n")
  }

export const day = (timestamp: string): string => timestamp.slice(0, 10)
export const minute = (timestamp: string): string => `${timestamp.slice(0, 16).replace("T", " ")}Z`
