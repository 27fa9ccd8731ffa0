import { Adwarden, AdwardenError, InsufficientScopeError, type OrganizationRow } from "@adwarden/client"
import type { ParsedArguments } from "../../parse.ts"
import { exitCodes, exitReasonOf, Refusal } from "../../refusal.ts"
import { jsonText } from "../../terminal/json-text.ts"
import { table } from "../../terminal/table.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { resourceOf } from "../addresses.ts"
import { clientOptionsOf, type Identity, identify } from "../identity.ts"
import { readProfile, type Session } from "../profiles.ts"

/** Null if the credential cannot read organizations. Everything else is still shown. */
const orNullWithoutScope = async <A>(work: Promise<A>): Promise<A | null> =>
  work.catch((error: unknown) => {
    if (error instanceof InsufficientScopeError) return null
    if (!(error instanceof AdwardenError)) throw error
    throw new Refusal(error.message, { exitReason: exitReasonOf(error.code), next: "adwarden login" })
  })

const maskKey = (key: string): string => `${key.slice(0, 13)}…${key.slice(-4)}`

const readIdentityFacts = async (identity: Identity) => {
  const client = new Adwarden(clientOptionsOf(identity))
  const organizations = await orNullWithoutScope(client.organizations.list().all())
  const mcp = (await readProfile(process.env, identity.profile))?.sessions.mcp
  const connection = {
    profile: identity.profile,
    url: identity.url,
    resource: resourceOf(identity.url, "rest")
  }
  if (identity.by === "key") {
    const own = await orNullWithoutScope(client.organizations.get())
    const key = maskKey(identity.apiKey)
    return {
      by: identity.by,
      ...connection,
      key,
      scopes: own?.scopes ?? null,
      organizations,
      mcp: mcpOf(mcp)
    }
  }
  // Read again, because the call may have renewed it.
  const session = (await readProfile(process.env, identity.profile))?.sessions.rest ?? identity.session
  const { expires_at, person, scopes, signed_in_at } = session
  return {
    by: identity.by,
    ...connection,
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

type Facts = Awaited<ReturnType<typeof readIdentityFacts>>

const localTime = (instant: string): string => new Date(instant).toLocaleString("sv-SE").slice(0, 16)

const factLines = (identityFacts: Facts): ReadonlyArray<readonly [string, string]> => [
  identityFacts.by === "key"
    ? [
        "Who",
        `API key ${identityFacts.key}, from ADWARDEN_API_KEY (it overrides a login unless --profile is set)`
      ]
    : ["Who", `${identityFacts.person}, signed in ${localTime(identityFacts.signed_in_at)}`],
  [
    "Where",
    identityFacts.by === "key" ? identityFacts.url : `${identityFacts.url} (profile ${identityFacts.profile})`
  ],
  ["Scopes", identityFacts.scopes?.join(", ") ?? "unknown: reading them requires organizations:read"],
  ...(identityFacts.by === "key"
    ? []
    : [
        [
          "Token",
          `valid until ${localTime(identityFacts.expires_at)}, renewed automatically while it is used`
        ] as const
      ]),
  ...(identityFacts.mcp === null
    ? []
    : [
        [
          "MCP",
          `${identityFacts.mcp.person}, for adwarden mcp: ${identityFacts.mcp.scopes.join(", ")}`
        ] as const
      ])
]

const organizationsTable = (rows: ReadonlyArray<OrganizationRow>, { out }: Terminal): string =>
  table(
    [
      { title: "ORGANIZATION", cells: rows.map(({ slug }) => slug), neverCut: true },
      { title: "NAME", cells: rows.map(({ name }) => name), isName: true },
      {
        title: "ROLE",
        cells: rows.map(({ adops_team, role }) => role ?? `reads for ${adops_team?.name ?? "its team"}`)
      }
    ],
    out.width,
    out.paint
  )

/** `adwarden whoami` */
export const runWhoami = async (given: ParsedArguments, terminal: Terminal): Promise<number> => {
  const identityFacts = await readIdentityFacts(
    await identify({ profile: given.text("profile"), url: given.text("url") })
  )
  const { out } = terminal
  if (given.json) out.line(jsonText(identityFacts, given))
  else {
    for (const [title, text] of factLines(identityFacts))
      out.line(`${out.paint.faint(title.padEnd(8))}${text}`)
    if (identityFacts.organizations !== null && identityFacts.organizations.length > 0) {
      out.line(`\n${organizationsTable(identityFacts.organizations, terminal)}`)
    }
  }
  return exitCodes.done.code
}
