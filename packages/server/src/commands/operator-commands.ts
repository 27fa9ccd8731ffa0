import { type Screen, safeLine, table, wrap } from "@adwarden/cli"
import { firstSlugs } from "@adwarden/core"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Effect, Option } from "effect"
import { makeParameter, map, optional, type Parameter, textFlag } from "../command-line.ts"
import { commandDatabase, databaseStop } from "../database.ts"
import { type Stop, usageStop } from "../stop.ts"
import type { CommandOutput } from "./command-output.ts"

/** Shared parts of the server commands: parameters, and the rendering of lists, facts and timestamps. */

const onlyOrganization: Effect.Effect<string, Stop | EmbeddedPostgresError> = Effect.gen(function* () {
  const { services, url } = yield* commandDatabase
  const slugs = yield* firstSlugs.pipe(
    Effect.provide(services),
    Effect.mapError((error) => databaseStop(url, error))
  )
  if (slugs.length === 1) return slugs[0]!
  return yield* usageStop(
    slugs.length === 0
      ? "There is no organization yet. Create one: adwarden organizations create SLUG --name NAME --currency USD"
      : `Several organizations exist, so name one with --org: ${slugs.join(", ")}${slugs.length === 10 ? ", …" : "."}`
  )
}).pipe(Effect.scoped)

/** The organization of a command without `--org`: ADWARDEN_ORG, or the only one in the database. */
const defaultOrganization: Effect.Effect<string, Stop | EmbeddedPostgresError> = Effect.suspend(() => {
  const named = process.env["ADWARDEN_ORG"]?.trim()
  return named ? Effect.succeed(named) : onlyOrganization
})

/** The organization to act in. It is looked up in the database only if the command line does not name it. */
export const org: Parameter<string> = makeParameter(
  {
    flags: [
      {
        name: "org",
        value: "slug",
        description: "Slug of the organization; default: ADWARDEN_ORG, or the only one"
      }
    ]
  },
  (given) => {
    const named = given.text("org")
    return Effect.map(named === undefined ? defaultOrganization : Effect.succeed(named), Option.some)
  }
)

/** The same for commands that also act on all organizations: null without the flag. */
export const optionalOrg: Parameter<string | null> = textFlag("org", "Slug of the organization").pipe(
  optional,
  map(Option.getOrNull)
)

/** Changes of campaigns need a person, whom approvals, the action log and the audit trail name. */
export const asAdmin = textFlag(
  "as",
  "Email of the person who does it, an owner or admin of the organization"
)

/** Rows under their titles, fitted to the screen. Columns with a star before their title are not truncated. */
export const tableOf =
  (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  ({ paint, width }: Screen): string =>
    table(
      titles.map((title, index) => ({
        title: title.replace("*", ""),
        neverCut: title.startsWith("*"),
        isName: title === "NAME",
        cells: rows.map((cells) => safeLine(cells[index]!))
      })),
      width,
      paint
    )

/** A list: a table of the rows, or a note that there are none. */
export const listOutput = <Row>(
  rows: ReadonlyArray<Row>,
  titles: ReadonlyArray<string>,
  row: (one: Row) => ReadonlyArray<string>,
  emptyNote: string
): CommandOutput =>
  rows.length === 0
    ? { data: rows, text: null, notes: [emptyNote] }
    : { data: rows, text: tableOf(titles, rows.map(row)) }

/** Names and their values below each other. Long values wrap. */
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
