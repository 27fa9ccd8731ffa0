import {
  type AdAccounts,
  analyseWebsite,
  Keys,
  lockProfile,
  PlatformLogins,
  type SiteReader,
  writeProfile
} from "@adwarden/core"
import { maxScopes } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Redacted } from "effect"
import { people } from "./definition/organizations.ts"
import type { DemoKeys } from "./make/organizations.ts"
import { putControl } from "./make/platform.ts"
import type { DemoUnfinished } from "./make/unfinished.ts"

/** The owner of every organization of a saved website: the first person of the demo world. */
const owner = people[0]!.email

const organizationId = (slug: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: number }>`select id from organizations where slug = ${slug}`,
      ([row]) => row?.id ?? null
    )
  )

/** A stable customer id of ten digits. */
const customerIdOf = (slug: string): string => {
  const hash = [...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_999_937, 7)
  return `7${String(hash).padStart(9, "0")}`
}

/** Creates an account of the organization in the emulator, without campaigns. */
const createAccount = (emulatorUrl: string, slug: string) =>
  Effect.gen(function* () {
    const id = customerIdOf(slug)
    const login = { refreshToken: `saved-site-${slug}`, email: `ads@${slug}.test`, customerIds: [id] }
    yield* putControl(emulatorUrl, "customers", { id, descriptiveName: slug })
    yield* putControl(emulatorUrl, "logins", login)
    return { id, login }
  })

/** Creates the organization with its owner and its linked account, in one transaction. Returns its API key. */
const createOrganization = (slug: string, account: Effect.Effect.Success<ReturnType<typeof createAccount>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [organization] = yield* sql<{ id: number }>`
      insert into organizations (slug, name, plan, currency) values (${slug}, ${slug}, 'trial', 'USD')
      returning id`
    const id = organization!.id
    yield* sql`insert into organization_locks (organization_id) values (${id})`
    const [person] = yield* sql<{ id: number }>`select id from users where email = ${owner}`
    yield* sql`insert into memberships (organization_id, user_id, role) values (${id}, ${person!.id}, 'owner')`
    const login = yield* (yield* PlatformLogins).connect(id, {
      email: account.login.email,
      refreshToken: Redacted.make(account.login.refreshToken),
      connectedBy: person!.id
    })
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status, selected)
      values (${id}, ${account.id}, ${account.id}, ${login}, ${slug}, 'USD', 'UTC', 'linked', true)`
    const { key } = yield* Effect.orDie(
      (yield* Keys).create({
        organization: slug,
        creator: owner,
        name: "Saved website",
        scopes: [...maxScopes("owner")]
      })
    )
    return key
  }).pipe((all) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(all)))

interface SiteOrganizationOptions {
  readonly emulatorUrl: string
  /** The names of the saved websites: `bakery` is at `http://bakery.test/`. */
  readonly names: ReadonlyArray<string>
  readonly reportProgress: (message: string) => Effect.Effect<void>
}

/**
 * Creates an organization for each saved website, with a linked ad account, and analyses its business profile.
 * Existing organizations keep everything; their profile is analysed again. Returns the keys of new ones.
 */
export const addSiteOrganizations = ({
  emulatorUrl,
  names,
  reportProgress
}: SiteOrganizationOptions): Effect.Effect<
  DemoKeys,
  SqlError | DemoUnfinished,
  SqlClient.SqlClient | PlatformLogins | SiteReader | AdAccounts
> =>
  Effect.gen(function* () {
    const keys: Record<string, { owner: string }> = {}
    for (const slug of names) {
      if ((yield* organizationId(slug)) === null) {
        keys[slug] = { owner: yield* createOrganization(slug, yield* createAccount(emulatorUrl, slug)) }
      }
      const id = (yield* organizationId(slug))!
      const result = yield* analyseWebsite(id, `http://${slug}.test/`, () => Effect.void).pipe(
        Effect.flatMap((content) =>
          Effect.gen(function* () {
            yield* lockProfile(id, content.url)
            yield* writeProfile(id, content, null)
            return `${content.brand_name}, ${content.pages} pages`
          })
        ),
        Effect.catchTag("SiteUnreadable", ({ message }) => Effect.succeed(message))
      )
      yield* reportProgress(`http://${slug}.test/: ${result}`)
    }
    return keys
  }).pipe(Effect.provide(Keys.layer))
