/*
 * The layers of the codebase, lowest first. The architecture test enforces them, and the page and drawing in
 * docs/architecture are made from them. A module imports only modules on lower layers; features and the published
 * part of a package are the exceptions declared here.
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
      holds: "a Google Ads API emulator on loopback; imports no other package",
      onlyFor: ["demo", "cli"]
    },
    {
      name: "client",
      holds: "the published client, generated from the contract; imports no other package",
      onlyFor: ["cli"]
    }
  ),
  floor({ name: "core/contract", holds: "operations, schemas, scopes, errors" }),
  floor({ name: "core/settings", holds: "the settings of an operator" }),
  floor(
    { name: "core/http", holds: "HTTP facts and headers that hosts and core share" },
    { name: "core/paging", holds: "pages of lists, and cursors" }
  ),
  floor({ name: "core/storage", holds: "Postgres: connections, statements, migrations" }),
  floor({ name: "core/outside", holds: "outbound requests: fetching websites, email, a language model" }),
  floor({ name: "core/access", holds: "people, roles, API keys, sessions, OAuth" }),
  floor({ name: "core/platform", holds: "the AdPlatform interface and the Google Ads adapter" }),
  floor({
    name: "core/pipeline",
    holds: "the only way to run an operation: authentication, authorization, limits, audit"
  }),
  floor({ name: "core/tasks", holds: "background tasks and their queue" }),
  floor({ name: "core/changes", holds: "the change engine; knows no feature" }),
  {
    features: true,
    rooms: [
      { name: "core/organizations", holds: "organizations and their business profiles" },
      { name: "core/campaigns", holds: "campaigns, their edits, launch, push and sync" },
      { name: "core/drafts", holds: "drafts of campaigns and ads, generated from a website" },
      { name: "core/insight", holds: "performance, search terms, detectors, recommendations, reports" }
    ]
  },
  floor({ name: "core", holds: "`core.ts` composes the modules, `index.ts` is the public interface" }),
  floor({
    name: "http-host",
    holds: "what the HTTP hosts share: health checks, unknown paths, errors"
  }),
  floor(
    { name: "rest", holds: "the REST host" },
    { name: "mcp", holds: "the MCP host" },
    { name: "web", holds: "the dashboard and the sign-in and authorization pages" },
    { name: "demo", holds: "the demo world; development only, not published", onlyFor: ["cli"] }
  ),
  floor({ name: "cli", holds: "the `adwarden` command; starts the hosts" })
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
