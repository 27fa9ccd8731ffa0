import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { limits, type Output, type Role } from "../contract/index.ts"
import {
  type BoundStatement,
  bindStatement,
  inTransaction,
  makePlanningReader,
  organizationsStatement,
  type PlanningReader,
  type RowsOf,
  runSql,
  statement
} from "../storage/index.ts"

/** Which changes of keys and apps wait while approvals are required. */
type ApprovalsFor = "every_change" | "raises"

/** The organization's settings for budgets and approval. */
export interface OrganizationRules {
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
  readonly approvalsFor: ApprovalsFor
  /** The maximum number of pending writes. */
  readonly approvalQueueLimit: number
  /** Whether keys and apps preview a change with a warning code before they execute it. */
  readonly requirePreview: boolean
}

/** The owner's rules for keys and connected apps, by their columns. */
export interface RulesRow {
  readonly approvals_required: boolean
  readonly approvals_for: ApprovalsFor
  /** A rise of daily budgets above it needs two approvers; null if one is always enough. */
  readonly second_approval_above: number | null
  readonly api_budget_change_limit_pct: number
  /** Per month, in the organization's currency; null without a cap. */
  readonly max_spend: number | null
  /** The maximum number of writes that wait for approval; one caller can fill half of it. */
  readonly approval_queue_limit: number
  /** Whether keys and apps preview a change with a warning code before they execute it. */
  readonly require_preview: boolean
}

const selectRules = statement(`
  select approvals_required, approvals_for, second_approval_above, api_budget_change_limit_pct, max_spend, approval_queue_limit,
    require_preview
  from organizations where id = $1`)

/** Reads the organization's current rules. Whoever changes them holds the organization's lock. */
export const readRules = (id: number): BoundStatement<RulesRow> => bindStatement(selectRules, [id])

export const rulesOf = (row: RulesRow): OrganizationRules => ({
  maxSpend: row.max_spend,
  changeLimitPercent: row.api_budget_change_limit_pct,
  approvalsRequired: row.approvals_required,
  approvalsFor: row.approvals_for,
  approvalQueueLimit: row.approval_queue_limit,
  requirePreview: row.require_preview
})

/** What was decided of a new organization, beside its rules. */
export interface SetupRow {
  /** Whether somebody chose which changes wait. */
  readonly approvals_decided: boolean
  /** Whether its owners put the checklist away. */
  readonly setup_hidden: boolean
}

const selectSetup = statement(`
  select approvals_decided_at is not null as approvals_decided, setup_hidden_at is not null as setup_hidden
  from organizations where id = $1`)

export const readSetup = (id: number): BoundStatement<SetupRow> => bindStatement(selectSetup, [id])

/** Records that somebody chose which changes wait. The first time is kept. */
export const markApprovalsDecided = (id: number) =>
  runSql`update organizations set approvals_decided_at = now()
    where id = ${id} and approvals_decided_at is null`

/** Changes the name that people see. The slug stays. */
export const renameOrganization = (id: number, name: string) =>
  runSql`update organizations set name = ${name}, updated_at = now() where id = ${id}`

/** Puts the checklist of a new organization away. */
export const hideSetup = (id: number) =>
  runSql`update organizations set setup_hidden_at = coalesce(setup_hidden_at, now()) where id = ${id}`

/** Sets rules, by their columns. The caller holds the organization's lock. */
export const updateRules = (id: number, rules: Readonly<Record<string, unknown>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update organizations set ${sql.update(rules)}, updated_at = now() where id = ${id}`
  )

const lock = statement("select 1 from organization_locks where organization_id = $1 for no key update")
const insert = statement("insert into organization_locks (organization_id) values ($1)")

/**
 * Takes the organization's lock until the open transaction ends, and reads under it, in one round trip. The
 * lock is a statement of its own: a statement that waits for a lock still reads what was committed before it
 * began. Without a row to lock, writers would run side by side, so that is a defect.
 */
export const lockAndRead = <const All extends ReadonlyArray<BoundStatement>>(
  organization: number,
  statements: All,
  reader: PlanningReader = makePlanningReader()
): Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(reader.read(bindStatement(lock, [organization]), ...statements), ([locked, ...rows]) =>
    locked.length === 1
      ? Effect.succeed(rows as RowsOf<All>)
      : Effect.dieMessage(`The organization ${organization} has no row to lock`)
  )

/**
 * Takes the organization's lock until the open transaction ends. Every writer of campaigns or of their
 * records takes it first. Values read under it stay valid until the commit, and two writers cannot use the
 * same headroom. It is held for a few statements, never during a call to another service.
 */
export const lockOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.asVoid(lockAndRead(organization, []))

/** Runs an effect in its own transaction under the organization's lock. */
export const underOrganizationLock = <A, E, R>(
  organization: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  inTransaction(Effect.zipRight(lockOrganization(organization), effect))

/** Creates the row that writers of a new organization lock, in the transaction that creates it. */
const createOrganizationLock = (organization: number) => runSql(bindStatement(insert, [organization]))

/** An organization with its rules. */
export interface OrganizationRow extends RulesRow {
  readonly slug: string
  readonly name: string
  readonly plan: string
  readonly currency: string
}

type Reachable = Output<"organizations.list">["organizations"][number]

/** An organization with its rules and the ad-operations team that manages it. */
export type OrganizationDetail = OrganizationRow & Pick<Reachable, "adops_team">

const teamColumn = "case when t.id is null then null else json_build_object('name', t.name) end as adops_team"
const joinTeam = "left join adops_teams t on t.id = o.adops_team_id"

const byId = statement(`
select o.slug, o.name, o.plan, o.currency, o.max_spend, o.api_budget_change_limit_pct, o.approvals_required, o.approvals_for,
  o.second_approval_above,
  o.approval_queue_limit, o.require_preview, ${teamColumn}
from organizations o ${joinTeam} where o.id = $1`)

/** Reads one organization by its id. */
export const readOrganization = (id: number): BoundStatement<OrganizationDetail> => bindStatement(byId, [id])

/** Returns an organization that is known to exist. */
export const organizationById = (
  id: number
): Effect.Effect<OrganizationDetail, SqlError, SqlClient.SqlClient> =>
  Effect.map(runSql(readOrganization(id)), ([row]) => row!)

const allStatement = statement(`
select slug, name, plan, currency, approvals_required, approvals_for, second_approval_above, api_budget_change_limit_pct, max_spend, approval_queue_limit,
  require_preview
from organizations order by slug`)

/** Reads every organization, for operators. */
export const readAllOrganizations: BoundStatement<OrganizationRow> = bindStatement(allStatement, [])

/** Reads the ids and slugs of all organizations, ordered by slug. */
export const listSlugs = runSql<{ readonly id: number; readonly slug: string }>`
  select id, slug from organizations order by slug`

/** Reads the slugs of the first ten organizations, without deleted ones. */
export const firstSlugs = Effect.map(
  runSql<{ readonly slug: string }>`
    select slug from organizations where deleted_at is null order by slug limit 10`,
  (rows) => rows.map(({ slug }) => slug)
)

/** Reads the monthly caps of organizations; those without one are left out. */
export const readCaps = organizationsStatement<{
  readonly organization_id: number
  readonly max_spend: number
}>(
  (within) => `select id as organization_id, max_spend from organizations
  where max_spend is not null and deleted_at is null and ${within("id")}`
)

const reachable = statement(`
select o.slug, o.name, m.role, o.plan, o.currency,
  case when m.role is null then 'adops_team' else 'membership' end as access, ${teamColumn}
from organizations o
left join memberships m on m.organization_id = o.id and m.user_id = $1
${joinTeam}
where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))
  and ($2::bigint is null or o.id = $2)
order by o.slug`)

/** Reads the organizations of a person, as a member or through their team: all, or only the given one. */
export const readReachableOrganizations = (
  user: number,
  organization: number | null
): BoundStatement<Reachable> => bindStatement(reachable, [user, organization])

/** An organization of a person; the role is null where only their team has access. */
export interface PersonOrganization {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly currency: string
  readonly role: Role | null
  readonly approvals_required: boolean
  readonly approvals_for: ApprovalsFor
  readonly max_spend: number | null
  /** Whether the person cannot open it until they set up the second factor that it requires. */
  readonly second_factor_missing: boolean
}

const ofPerson = statement(`
select o.id, o.slug, o.name, o.currency, m.role, o.approvals_required, o.approvals_for, o.max_spend,
  o.second_factor_required and not exists (
    select 1 from second_factors f where f.user_id = $1 and f.enabled_at is not null) as second_factor_missing
from organizations o
left join memberships m on m.organization_id = o.id and m.user_id = $1
where m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1)
order by o.name, o.id`)

/** Reads the organizations of a person by name, as a member or through their team. */
export const readPersonOrganizations = (user: number): BoundStatement<PersonOrganization> =>
  bindStatement(ofPerson, [user])

/** Inserts an organization with default rules and the row that its writers lock. Null if the slug is in use. */
export const insertOrganization = (
  { currency, name, slug }: Pick<OrganizationRow, "slug" | "name" | "currency">,
  approvalsRequired: boolean
) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<{ id: number }>`
      insert into organizations (slug, name, currency, api_budget_change_limit_pct, approvals_required)
      values (${slug}, ${name}, ${currency}, ${limits.budgetChangePercent}, ${approvalsRequired})
      on conflict (slug) do nothing returning id`
    if (row === undefined) return null
    yield* createOrganizationLock(row.id)
    return row.id
  })

/**
 * Ends all access to an organization: keys, memberships, its team, shared links and open invitations. Connected apps reach it
 * through memberships. Its slug becomes free, and the row stays for its audit chain. Requires an open transaction
 * under the organization's lock.
 */
export const closeOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* runSql`update api_keys set revoked_at = now(), revoked_reason = 'the organization was deleted'
      where organization_id = ${organization} and revoked_at is null`
    yield* runSql`update invitations set withdrawn_at = now()
      where organization_id = ${organization} and accepted_at is null and withdrawn_at is null`
    yield* runSql`update shared_links set revoked_at = now()
      where organization_id = ${organization} and revoked_at is null`
    yield* runSql`delete from memberships where organization_id = ${organization}`
    yield* runSql`update organizations set deleted_at = now(), slug = 'deleted-' || id, adops_team_id = null,
        updated_at = now() where id = ${organization}`
  })
