/*
 * The layers of the codebase, lowest first. The architecture test enforces them, and the page and drawing in
 * docs/architecture are generated from them. A module imports only modules on lower layers; features and the
 * published part of a package are the exceptions declared here.
 */

interface ModuleInfo {
  /** `cli` is a package, `core/contract` a folder (or a file) in packages/core/src. */
  readonly name: string
  /** What it contains, in one phrase, for the page of modules. */
  readonly description: string
  /** The only modules that can import this one; without it, any module on a higher layer. */
  readonly allowedImporters?: ReadonlyArray<string>
}

export interface Layer {
  readonly modules: ReadonlyArray<ModuleInfo>
  /** Features can import one another, but only through `index.ts`. */
  readonly features?: true
}

const layer = (...modules: ReadonlyArray<ModuleInfo>): Layer => ({ modules })

export const layers: ReadonlyArray<Layer> = [
  layer(
    {
      name: "emulator",
      description: "a Google Ads API emulator on loopback; imports no other package",
      allowedImporters: ["demo", "server"]
    },
    {
      name: "client",
      description: "the published client, generated from the contract; imports no other package",
      allowedImporters: ["cli"]
    },
    {
      name: "embedded-postgres",
      description: "the Postgres that `adwarden dev` runs; imports no other package",
      allowedImporters: ["server"]
    }
  ),
  layer({
    name: "cli",
    description: "the `adwarden` command: API commands, sign-in, MCP over stdio; no part of the service",
    allowedImporters: ["server"]
  }),
  layer(
    { name: "core/contract", description: "operations, schemas, scopes, errors" },
    { name: "core/claims", description: "what a line of an ad may say, judged by its page; imports nothing" },
    { name: "core/statistics", description: "exact intervals of counts and shares; imports nothing" }
  ),
  layer({ name: "core/telemetry", description: "the table of metrics, spans, and the id of a request" }),
  layer({ name: "core/settings", description: "the settings of an operator" }),
  layer({ name: "core/http", description: "HTTP facts and headers that hosts and core share" }),
  layer({ name: "core/storage", description: "Postgres: connections, statements, migrations" }),
  layer(
    { name: "core/outbound", description: "outbound requests: fetching websites, email, a language model" },
    { name: "core/paging", description: "lists that are read in pages, and their cursors" }
  ),
  layer({
    name: "core/request",
    description: "types of everything that handles requests: caller, clearance, handler, endpoint"
  }),
  layer({
    name: "core/access",
    description: "people, roles, API keys, sessions, OAuth grants; recognising a caller"
  }),
  layer({
    name: "core/platform",
    description: "the AdPlatform interface, the registry of adapters, the Google Ads adapter"
  }),
  layer({
    name: "core/audit",
    description: "audit events: hash chain, sealing, export, verification, retention"
  }),
  layer({ name: "core/tasks", description: "background work and its queue" }),
  layer({
    name: "core/events",
    description: "what happened, for other systems: webhooks and what is sent to them"
  }),
  layer({
    name: "core/pipeline",
    description: "the only way to run an operation or endpoint; alone creates clearances"
  }),
  layer({
    name: "core/log",
    description: "the log of actions: what was changed, by whom, and what was undone"
  }),
  layer({
    name: "core/changes",
    description: "the change engine: plan, guardrails, execute, undo; knows no feature"
  }),
  layer({
    name: "core/approvals",
    description: "writes held for approval: the queue, reviews, decisions"
  }),
  {
    features: true,
    modules: [
      {
        name: "core/identity",
        description: "endpoints of access: sign-in, invitations, OAuth, keys, and their emails"
      },
      { name: "core/organizations", description: "organizations and their business profiles" },
      { name: "core/campaigns", description: "campaigns, their edits, launch, push, sync and figures" },
      { name: "core/attention", description: "what needs people: one model for pages and notices" },
      { name: "core/drafts", description: "drafts of campaigns and ads, generated from a website" },
      { name: "core/insight", description: "performance, search terms, detectors, recommendations, reports" }
    ]
  },
  layer({
    name: "core/pages",
    description: "dashboard pages: their frame, and reading operations inside one"
  }),
  layer({ name: "core", description: "`core.ts` composes the modules, `index.ts` is the public interface" }),
  layer({
    name: "http-host",
    description: "what the HTTP hosts share: health checks, unknown paths, errors"
  }),
  layer(
    { name: "rest", description: "the REST host" },
    { name: "mcp", description: "the MCP host" },
    { name: "web", description: "the dashboard and the sign-in and authorization pages" },
    {
      name: "demo",
      description: "the demo world; development only, not published",
      allowedImporters: ["server"]
    }
  ),
  layer({ name: "server", description: "the operator's commands of `adwarden`; starts the hosts" })
]

export const modules: ReadonlyArray<ModuleInfo> = layers.flatMap((each) => each.modules)

const levels = new Map(
  layers.flatMap(({ modules }, level) => modules.map((moduleName) => [moduleName.name, level] as const))
)
const features = new Set(
  layers.flatMap((each) => (each.features ? each.modules.map((moduleName) => moduleName.name) : []))
)

export const hasLayer = (moduleName: string): boolean => levels.has(moduleName)
export const isFeature = (moduleName: string): boolean => features.has(moduleName)

/** Returns the package of a module. */
export const packageOf = (moduleName: string): string => moduleName.split("/")[0]!

/**
 * Returns the layer of a module. An unlisted module counts as directly below `core.ts`, an unlisted package
 * as directly above it.
 */
export const levelOf = (moduleName: string): number =>
  levels.get(moduleName) ?? levels.get("core")! + (packageOf(moduleName) === "core" ? -0.5 : 0.5)

/** The modules of core that other packages can import; its package.json exports the same. */
const published: ReadonlySet<string> = new Set(["core", "core/contract", "core/http"])

/** Whether the layers allow one module to import the other. */
export const mayImport = (from: string, to: string): boolean => {
  const { allowedImporters } = modules.find((moduleName) => moduleName.name === to) ?? {}
  if (allowedImporters && !allowedImporters.includes(from)) return false
  if (packageOf(from) !== packageOf(to) && packageOf(to) === "core" && !published.has(to)) return false
  return levelOf(to) < levelOf(from) || (from !== to && isFeature(from) && isFeature(to))
}
