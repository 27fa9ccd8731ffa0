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
  /** Whether a client of the API makes the change. People can change more, in Google Ads itself. */
  readonly byClient: boolean
  readonly #path: readonly PathElement[]
  readonly #complaints: AdsError[] = []

  constructor(
    draft: Draft,
    customer: Resource,
    now: Date,
    newId: () => string,
    byClient: boolean,
    path: readonly PathElement[]
  ) {
    this.draft = draft
    this.customer = customer
    this.now = now
    this.newId = newId
    this.byClient = byClient
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

  /** The resources of a kind that are not removed, without the one of this name. */
  *live(kind: Kind, except = ""): Iterable<Resource> {
    for (const resource of this.draft.list(this.customerId, kind))
      if (resource.name !== except && isLive(resource)) yield resource
  }

  /** Complains if another one of these resources has this name. Names are compared without regard to case. */
  checkUniqueName(others: Iterable<Resource>, name: string, errorCode: ErrorCode, message: string): void {
    const isTaken = [...others].some(({ body }) => text(body, "name").toLowerCase() === name.toLowerCase())
    if (isTaken) this.complain(errorCode, message, "name", name)
  }

  /** Complains if a resource of this kind refers by this field to the one that is removed. */
  checkUnused(
    kind: Kind,
    field: string,
    { resourceName }: Body,
    errorCode: ErrorCode,
    message: string
  ): void {
    const name = String(resourceName)
    const isUsed = [...this.live(kind)].some(({ body }) => text(body, field) === name)
    if (isUsed) this.complain(errorCode, message, "", name)
  }

  /** Returns the resource of this name, which a field gives. `whenRemoved` is the error for one that is removed. */
  existing(kind: Kind, name: string, field: string, whenRemoved: ErrorCode): Resource {
    if (parseName(name)?.kind !== kind) {
      this.stop(
        { requestError: "RESOURCE_NAME_MALFORMED" },
        `'${name}' part of the resource name is invalid.`,
        field,
        name
      )
    }
    const resource = this.draft.get(name)
    if (!resource || resource.customerId !== this.customerId) {
      return this.stop({ mutateError: "RESOURCE_NOT_FOUND" }, "Resource was not found.", field, name)
    }
    if (!isLive(resource)) {
      this.stop(whenRemoved, "The operation is not allowed for removed resources.", field, name)
    }
    return resource
  }

  /** Returns the resource that a required reference field names. */
  reference(body: Body, camel: string, snake: string, kind: Kind): Resource {
    const name = text(body, camel)
    if (name === "") this.stop({ fieldError: "REQUIRED" }, "The required field was not present.", snake)
    return this.existing(kind, name, snake, { contextError: "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE" })
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
