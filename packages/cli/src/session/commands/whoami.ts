import { Adwarden, AdwardenError, InsufficientScopeError, type OrganizationRow } from "@adwarden/client"
import { endingOf, exitCodes } from "../../exit-codes.ts"
import type { Given } from "../../parse/given.ts"
import { Refusal } from "../../refusal.ts"
import { table } from "../../terminal/table.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { resourceOf } from "../addresses.ts"
import { clientOptionsOf, type Identity, identify } from "../identity.ts"
import { readProfile, type Session } from "../profiles.ts"

/** Null where the credential may not read organizations: everything else can still be told. */
const readable = async <A>(work: Promise<A>): Promise<A | null> =>
  work.catch((error: unknown) => {
    if (error instanceof InsufficientScopeError) return null
    if (!(error instanceof AdwardenError)) throw error
    throw new Refusal(error.message, { ending: endingOf(error.code), next: "adwarden login" })
  })

const keyShown = (key: string): string => `${key.slice(0, 13)}…${key.slice(-4)}`

const facts = async (identity: Identity) => {
  const client = new Adwarden(clientOptionsOf(identity))
  const organizations = await readable(client.organizations.list().all())
  const mcp = (await readProfile(process.env, identity.profile))?.sessions.mcp
  const place = { profile: identity.profile, url: identity.url, resource: resourceOf(identity.url, "rest") }
  if (identity.by === "key") {
    const own = await readable(client.organizations.get())
    const key = keyShown(identity.apiKey)
    return { by: identity.by, ...place, key, scopes: own?.scopes ?? null, organizations, mcp: mcpOf(mcp) }
  }
  // Read again: the call may just have renewed it.
  const session = (await readProfile(process.env, identity.profile))?.sessions.rest ?? identity.session
  const { expires_at, person, scopes, signed_in_at } = session
  return {
    by: identity.by,
    ...place,
    person,
    scopes,
    signed_in_at,
    expires_at,
    organizations,
    mcp: mcpOf(mcp)
  }
}

const mcpOf = (session: Session | undefined) =>
  session === undefined ? null : { person: session.person, scopes: session.scopes }

type Facts = Awaited<ReturnType<typeof facts>>

const local = (instant: string): string => new Date(instant).toLocaleString("sv-SE").slice(0, 16)

const lines = (told: Facts): ReadonlyArray<readonly [string, string]> => [
  told.by === "key"
    ? ["Who", `API key ${told.key}, from ADWARDEN_API_KEY (it wins over a login unless --profile is named)`]
    : ["Who", `${told.person}, signed in ${local(told.signed_in_at)}`],
  ["Where", told.by === "key" ? told.url : `${told.url} (profile ${told.profile})`],
  ["Scopes", told.scopes?.join(", ") ?? "unknown: reading them takes organizations:read"],
  ...(told.by === "key"
    ? []
    : [["Token", `good until ${local(told.expires_at)}, renews itself while it is used`] as const]),
  ...(told.mcp === null
    ? []
    : [["MCP", `${told.mcp.person}, for adwarden mcp: ${told.mcp.scopes.join(", ")}`] as const])
]

const organizationsTable = (rows: ReadonlyArray<OrganizationRow>, { out }: Terminal): string =>
  table(
    [
      { title: "ORGANIZATION", cells: rows.map(({ slug }) => slug), whole: true },
      { title: "NAME", cells: rows.map(({ name }) => name) },
      {
        title: "ROLE",
        cells: rows.map(({ adops_team, role }) => role ?? `reads for ${adops_team?.name ?? "its team"}`)
      }
    ],
    out.width,
    out.paint
  )

/** `adwarden whoami` */
export const runWhoami = async (given: Given, terminal: Terminal): Promise<number> => {
  const told = await facts(await identify({ profile: given.text("profile"), url: given.text("url") }))
  const { out } = terminal
  if (given.json) out.line(JSON.stringify(told, null, 2))
  else {
    for (const [title, text] of lines(told)) out.line(`${out.paint.faint(title.padEnd(8))}${text}`)
    if (told.organizations !== null && told.organizations.length > 0) {
      out.line(`\n${organizationsTable(told.organizations, terminal)}`)
    }
  }
  return exitCodes.done.code
}
