import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { People } from "../access/index.ts"
import { type PersonOrganization, readPersonOrganizations } from "../access/organizations.ts"
import { readPendingCounts } from "../changes/approvals/queued-write.ts"
import type { EffectiveRole } from "../contract/index.ts"
import { readStoredAccounts } from "../platform/account-rows.ts"
import { connectionProblem } from "../platform/connection.ts"
import { platformLabel } from "../platform/labels.ts"
import type { Clearance, OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** An organization in the navigation. */
export interface FrameOrganization extends Omit<PersonOrganization, "id"> {
  /** The number of changes that wait for approval. */
  readonly pending: number
}

/** An ad account that cannot be used, with the reason as a sentence. */
export interface BrokenAccount {
  readonly id: string
  readonly name: string | null
  readonly problem: string
}

/** The organization whose page is shown. */
export interface CurrentOrganization extends FrameOrganization {
  readonly effectiveRole: EffectiveRole
  /** Whether all keys and connected apps are suspended. */
  readonly accessSuspended: boolean
  /** The name of the ad platform of its accounts; "the ad platform" if they are of several, or there is none. */
  readonly adPlatform: string
  /** Selected accounts whose platform login no longer works. */
  readonly brokenAccounts: ReadonlyArray<BrokenAccount>
}

/** What surrounds the content of every dashboard page. */
export interface Frame {
  readonly person: {
    readonly email: string
    readonly name: string
    /** Of clock times; null for UTC. */
    readonly timeZone: string | null
  }
  readonly organizations: ReadonlyArray<FrameOrganization>
  /** Null on pages of the person. */
  readonly organization: CurrentOrganization | null
}

type Accounts = Pick<CurrentOrganization, "adPlatform" | "brokenAccounts">
const noAccounts: Accounts = { adPlatform: "the ad platform", brokenAccounts: [] }

const maxRemembered = 10_000

/** Reads the frame of a page for a person, in an organization or in none. */
export const makeFrameReader = Effect.gen(function* () {
  const people = yield* People
  const statements = yield* Statements

  const readAccounts = (organization: number) =>
    Effect.map(statements.read(readStoredAccounts(organization)), (accounts): Accounts => {
      const [platform, ...others] = new Set(accounts.map((account) => platformLabel(account.platform)))
      return {
        adPlatform: platform === undefined || others.length > 0 ? "the ad platform" : platform,
        brokenAccounts: accounts.flatMap((account): ReadonlyArray<BrokenAccount> => {
          const problem = account.selected ? connectionProblem(account) : null
          return problem === null ? [] : [{ id: account.id, name: account.name, problem }]
        })
      }
    })

  /**
   * The organizations that a person had when this process last showed them a page. Their counts are read together with
   * the organizations, which saves a round of queries; counts of others are read after it.
   */
  const remembered = new Map<number, ReadonlyArray<number>>()
  const readCounts = (ids: ReadonlyArray<number>) =>
    ids.length === 0 ? Effect.succeed([]) : statements.read(readPendingCounts(ids))

  const readOrganizations = (user: number) =>
    Effect.gen(function* () {
      const known = remembered.get(user) ?? []
      const [organizations, counts] = yield* Effect.all(
        [statements.read(readPersonOrganizations(user)), readCounts(known)],
        { concurrency: "unbounded" }
      )
      const ids = organizations.map(({ id }) => id)
      const others = yield* readCounts(ids.filter((id) => !known.includes(id)))
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.set(user, ids)
      const pendingOf = new Map(
        [...counts, ...others].map(({ organization_id, pending }) => [organization_id, pending])
      )
      return organizations.map(
        ({ id, ...organization }): FrameOrganization => ({
          ...organization,
          pending: organization.second_factor_missing ? 0 : (pendingOf.get(id) ?? 0)
        })
      )
    })

  const currentOf = (
    { effectiveRole, organization }: OrganizationClearance,
    organizations: ReadonlyArray<FrameOrganization>,
    accounts: Accounts
  ): CurrentOrganization | null => {
    const found = organizations.find(({ slug }) => slug === organization.slug)
    if (found === undefined) return null
    return { ...found, effectiveRole, accessSuspended: organization.accessSuspended, ...accounts }
  }

  return (
    { caller: { email, userId } }: Clearance,
    inOrganization: OrganizationClearance | null
  ): Effect.Effect<Frame, SqlError> =>
    Effect.map(
      Effect.all(
        [
          people.find({ id: userId }),
          readOrganizations(userId),
          inOrganization === null ? Effect.succeed(noAccounts) : readAccounts(inOrganization.organization.id)
        ],
        { concurrency: "unbounded" }
      ),
      ([person, organizations, accounts]): Frame => ({
        person: { email, name: person?.name ?? email, timeZone: person?.timeZone ?? null },
        organizations,
        organization: inOrganization === null ? null : currentOf(inOrganization, organizations, accounts)
      })
    )
})
