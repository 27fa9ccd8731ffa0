import { Schema } from "effect"
import type { Role } from "../scopes.ts"
import { Line } from "../values/index.ts"

/**
 * Who may do it. API keys and access tokens never may.
 *
 * person: everybody who is signed in, about themselves. staff: everybody who can open the organization. admin, owner:
 * members with at least this role. operator: the operator of the service, on its own machine.
 */
export type Administrator = "person" | "staff" | "admin" | "owner" | "owner or operator" | "operator"

/** A rate limit. Its name is part of the bucket's key, and each caller has its own bucket. */
export type AdministrationLimit = { readonly name: string } & (
  | { readonly perMinute: number }
  | { readonly perHour: number }
)

/** The operator's command for an action. The rest of its command line derives from the input. */
export interface AdministrationCommand {
  readonly words: readonly [group: string, name: string]
  /** The first sentence is its summary. */
  readonly help: string
  /** The fields that are positional, in their order. All others are flags. */
  readonly arguments?: ReadonlyArray<string>
  /** The names of arguments and flags that are not those of their fields. */
  readonly names?: Readonly<Record<string, string>>
}

export interface Declaration {
  /** What it does, for people. */
  readonly title: string
  readonly by: Administrator
  /** Of the operator's actions: whether they are about the service and not about an organization. */
  readonly wholeService?: true
  /** Whether a person must have entered their password in this session lately. */
  readonly confirmed?: true
  /**
   * The transaction reads the role of the person again and requires this one; with null, the handler decides. Therefore
   * an operator may act on behalf of anybody.
   */
  readonly rereads?: Role | null
  readonly limits?: ReadonlyArray<AdministrationLimit>
  /** The status code of a success; 200 by default. */
  readonly success?: number
  /** The name in the audit trail, if another action has it too. */
  readonly audit?: string
  readonly input: Schema.Schema.AnyNoContext
  readonly command?: AdministrationCommand
}

/** Declares administrative actions by their names. */
export const declareAdministration = <const T extends Readonly<Record<string, Declaration>>>(table: T): T =>
  table

/* Fields that several areas have. */

export const nothing = Schema.Struct({})
export const text = (title: string, description = "") => Schema.String.annotations({ title, description })
export const id = Schema.Int

/** A field that must pass a check of its own, with one message for everything that is wrong. */
export const checked = <A, I>(
  schema: Schema.Schema<A, I>,
  message: string,
  title: string,
  description = ""
) => schema.annotations({ title, description, message: () => ({ message, override: true }) })

/**
 * Matches email addresses. Other texts reach neither the database nor an email header. It is stricter than
 * the standard, whose quoted and commented forms are not used in practice.
 */
const address =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}@(?=.{1,190}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

export const isEmail = (text: string): boolean => address.test(text)

export const emailRequirement = "must be an email address such as name@example.com"
export const Email = checked(
  Schema.String.pipe(Schema.filter(isEmail, { jsonSchema: { format: "email" } })),
  emailRequirement,
  "The email address",
  "Email address of the person"
)
/** The address of somebody who should have an account. Any text is looked up: an answer must not say more. */
export const KnownEmail = text("The email address", "Email address of the person")

/** Whether a text can be a person's name: one line of limited length. */
export const isPersonName: (text: unknown) => text is string = Schema.is(Line(120))

export const personNameRequirement = "must be one line of 1 to 120 characters"
export const PersonName = checked(
  Line(120),
  personNameRequirement,
  "The name",
  "The person's name, as others read it"
)

/** A secret that a host passes on, and that no log shows. */
export const Secret = Schema.RedactedFromSelf(Schema.String).annotations({ jsonSchema: { type: "string" } })
/** The token of the session in which a form was sent, or null. */
export const SessionToken = Schema.NullOr(Schema.String)
