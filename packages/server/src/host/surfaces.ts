import { Effect } from "effect"

/** The surfaces that a host can serve, by name. They are loaded on demand, so that other commands start faster. */
export const surfaces = {
  rest: {
    label: "REST",
    what: "the REST API",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/rest")),
      ({ restApp }) => restApp
    )
  },
  mcp: {
    label: "MCP",
    what: "the MCP server",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/mcp")),
      ({ mcpApp }) => mcpApp
    )
  },
  web: {
    label: "pages",
    what: "the pages for people",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/web")),
      ({ webApp }) => webApp
    )
  }
} as const

export type SurfaceName = keyof typeof surfaces
export const allSurfaces = Object.keys(surfaces) as ReadonlyArray<SurfaceName>

type App = (typeof surfaces)[SurfaceName]["app"]

/** The app of a surface. Its type names the services that any surface needs. */
export const appOf = (
  name: SurfaceName
): Effect.Effect<Effect.Effect.Success<App>, never, Effect.Effect.Context<App>> => surfaces[name].app

const listFormat = new Intl.ListFormat("en-GB")

export const labelsOf = (names: ReadonlyArray<SurfaceName>): string =>
  listFormat.format(names.map((name) => surfaces[name].label))
