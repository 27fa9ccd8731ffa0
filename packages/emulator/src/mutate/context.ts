import { type AdsError, AdsFailure, adsError, type ErrorCode, type PathElement } from "../protocol/errors.ts"
import { type Body, text } from "../protocol/json.ts"
import { type Kind, nameOf, parseName } from "../state/kinds.ts"
import type { Draft, Resource } from "../state/store.ts"

/** The validation of one operation: the readable state, its customer, and the errors so far. */
export class Context {
  readonly draft: Draft
  readonly customer: Resource
  readonly now: Date
  readonly newId: () => string
  readonly #path: readonly PathElement[]
  readonly #complaints: AdsError[] = []

  constructor(
    draft: Draft,
    customer: Resource,
    now: Date,
    newId: () => string,
    path: readonly PathElement[]
  ) {
    this.draft = draft
    this.customer = customer
    this.now = now
    this.newId = newId
    this.#path = path
  }

  get customerId(): string {
    return this.customer.customerId
  }

  /** Adds an error. `field` is a dotted snake_case path; `headlines[2].text` carries an index. */
  complain(errorCode: ErrorCode, message: string, field = "", trigger?: string): void {
    this.#complaints.push(adsError(errorCode, message, this.path(field), trigger))
  }

  complainWith(error: AdsError, field: string): void {
    this.#complaints.push({ ...error, location: { fieldPathElements: this.path(field) } })
  }

  path(field: string): readonly PathElement[] {
    const steps = field === "" ? [] : field.split(".")
    return [
      ...this.#path,
      ...steps.map((step) => {
        const match = /^(\w+)\[(\d+)\]$/.exec(step)
        return match ? { fieldName: match[1]!, index: Number(match[2]) } : { fieldName: step }
      })
    ]
  }

  /** Throws if the operation has errors. */
  settle(): void {
    if (this.#complaints.length > 0) throw new AdsFailure(this.#complaints)
  }

  stop(errorCode: ErrorCode, message: string, field = "", trigger?: string): never {
    this.complain(errorCode, message, field, trigger)
    throw new AdsFailure(this.#complaints)
  }

  name(kind: Kind, ...key: readonly string[]): string {
    return nameOf(kind, this.customerId, ...key)
  }

  list(kind: Kind): Iterable<Resource> {
    return this.draft.list(this.customerId, kind)
  }

  /** Returns the resource that a required reference field names. */
  reference(body: Body, camel: string, snake: string, kind: Kind): Resource {
    const name = text(body, camel)
    if (name === "") this.stop({ fieldError: "REQUIRED" }, "The required field was not present.", snake)
    const parsed = parseName(name)
    if (parsed?.kind !== kind) {
      this.stop(
        { requestError: "RESOURCE_NAME_MALFORMED" },
        `'${name}' part of the resource name is invalid.`,
        snake,
        name
      )
    }
    const resource = this.draft.get(name)
    if (!resource || resource.customerId !== this.customerId) {
      return this.stop({ mutateError: "RESOURCE_NOT_FOUND" }, "Resource was not found.", snake, name)
    }
    if (text(resource.body, "status") === "REMOVED") {
      this.stop(
        { contextError: "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE" },
        "The operation is not allowed for removed resources.",
        snake,
        name
      )
    }
    return resource
  }

  require(body: Body, camel: string, snake: string): boolean {
    if (body[camel] !== undefined && body[camel] !== "") return true
    this.complain({ fieldError: "REQUIRED" }, "The required field was not present.", snake)
    return false
  }
}

/** The rules of one kind of resource. A missing hook means that Google does not permit the operation. */
export interface Rules {
  /**
   * Validates and returns the complete body with its resource name. An existing name means "already exists".
   */
  readonly create?: (body: Body, context: Context) => Body
  readonly update?: (before: Body, after: Body, mask: readonly string[], context: Context) => Body
  readonly remove?: (before: Body, context: Context) => Body | "deleted"
}

export const removed = (body: Body): Body => ({ ...body, status: "REMOVED" })

/** Names are compared without regard to case. */
export const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

export const isLive = (resource: Resource): boolean => text(resource.body, "status") !== "REMOVED"

/**
 * Returns the smallest unit of the account's currency in micros: 10,000 for USD, 1,000,000 for JPY. It
 * follows ISO 4217; Google's own table (currency_constant.billable_unit_micros) differs for a few currencies.
 */
export const minimumUnitMicros = ({ customer }: Pick<Context, "customer">): bigint => {
  const currency = text(customer.body, "currencyCode")
  if (!/^[A-Z]{3}$/.test(currency)) return 10_000n
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return 10n ** BigInt(6 - Math.min(2, maximumFractionDigits))
}
