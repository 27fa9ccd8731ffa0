/*
 * The floors of the house, in one place: the architecture test holds the code to them, and the picture and the
 * page in docs/decisions are drawn from them. The lowest floor comes first. A room imports rooms on lower floors
 * and no others, but for what is said here of features and of what a package publishes.
 */

export interface Room {
  /** `cli` is a package, `core/contract` a folder (or a file) in packages/core/src. */
  readonly name: string
  /** What it holds, in one sentence: it stands beside the room's name on the page. */
  readonly holds: string
  /** Where it is said, only these rooms may import this one. */
  readonly onlyFor?: ReadonlyArray<string>
}

export interface Floor {
  readonly rooms: ReadonlyArray<Room>
  /** Features may use one another, but only by way of the other's `index.ts`. */
  readonly features?: true
}

const floor = (...rooms: ReadonlyArray<Room>): Floor => ({ rooms })

export const floors: ReadonlyArray<Floor> = [
  floor(
    {
      name: "emulator",
      holds: "a Google Ads API on loopback; knows nothing of ours",
      onlyFor: ["demo", "cli"]
    },
    { name: "client", holds: "the published client; imports nothing of ours", onlyFor: ["cli"] }
  ),
  floor({ name: "core/contract", holds: "what is offered: operations, schemas, scopes, errors" }),
  floor({ name: "core/settings", holds: "what an operator can set" }),
  floor(
    { name: "core/http", holds: "what the surfaces that speak HTTP share" },
    { name: "core/paging", holds: "lists in pages, and cursors" }
  ),
  floor({ name: "core/storage", holds: "Postgres: connections, statements, migrations" }),
  floor({ name: "core/outbound", holds: "what reaches out: fetching, mail, a language model" }),
  floor({
    name: "core/request",
    holds: "types of everything that handles requests: caller, clearance, handler, endpoint"
  }),
  floor({
    name: "core/access",
    holds: "people, roles, API keys, sessions, OAuth grants; recognising a caller"
  }),
  floor({ name: "core/platform", holds: "the AdPlatform interface and the Google Ads adapter" }),
  floor({ name: "core/audit", holds: "audit events: hash chain, sealing, export, verification, retention" }),
  floor({ name: "core/tasks", holds: "background work and its queue" }),
  floor({
    name: "core/pipeline",
    holds: "the only way to run an operation or endpoint; alone creates clearances"
  }),
  floor({
    name: "core/changes",
    holds: "the change engine: plan, guardrails, hold, execute, log, undo; knows no feature"
  }),
  {
    features: true,
    rooms: [
      {
        name: "core/identity",
        holds: "endpoints of access: sign-in, invitations, OAuth, keys, and their mail"
      },
      { name: "core/organizations", holds: "organizations and their business profiles" },
      { name: "core/campaigns", holds: "campaigns, their edits, launch, push and sync" },
      { name: "core/drafts", holds: "campaigns and ads that are being written" },
      { name: "core/insight", holds: "performance, search terms, detectors, recommendations, reports" }
    ]
  },
  floor({ name: "core", holds: "`core.ts` puts the layers together, `index.ts` is what others see" }),
  floor({
    name: "http-host",
    holds: "what every surface that speaks HTTP does alike: health, unknown paths, errors"
  }),
  floor(
    { name: "rest", holds: "the REST surface" },
    { name: "mcp", holds: "the MCP surface" },
    { name: "web", holds: "the dashboard and the authorization pages" },
    { name: "demo", holds: "what only the service knows of the demo world; not published", onlyFor: ["cli"] }
  ),
  floor({ name: "cli", holds: "the command, which hosts the surfaces" })
]

export const rooms: ReadonlyArray<Room> = floors.flatMap((each) => each.rooms)

const levels = new Map(floors.flatMap(({ rooms }, level) => rooms.map((room) => [room.name, level] as const)))
const features = new Set(floors.flatMap((each) => (each.features ? each.rooms.map((room) => room.name) : [])))

export const hasFloor = (room: string): boolean => levels.has(room)
export const isFeature = (room: string): boolean => features.has(room)

/** The package that a room belongs to. */
export const packageOf = (room: string): string => room.split("/")[0]!

/** A room that is not on the list counts as right below what puts core together, a package as right above it. */
export const levelOf = (room: string): number =>
  levels.get(room) ?? levels.get("core")! + (packageOf(room) === "core" ? -0.5 : 0.5)

/** What rooms of another package can see of core; its package.json exports no more than that. */
const published: ReadonlySet<string> = new Set(["core", "core/contract", "core/http"])

/** Whether the list lets one room import the other at all. */
export const mayImport = (from: string, to: string): boolean => {
  const { onlyFor } = rooms.find((room) => room.name === to) ?? {}
  if (onlyFor && !onlyFor.includes(from)) return false
  if (packageOf(from) !== packageOf(to) && packageOf(to) === "core" && !published.has(to)) return false
  return levelOf(to) < levelOf(from) || (from !== to && isFeature(from) && isFeature(to))
}
