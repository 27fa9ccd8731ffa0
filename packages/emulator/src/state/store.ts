import { type Body, text } from "../protocol/json.ts"
import type { Database } from "./database.ts"
import type { Kind } from "./kinds.ts"

export interface Resource {
  readonly kind: Kind
  readonly customerId: string
  readonly name: string
  readonly body: Body
}

/** Whether an ad must not serve. */
export const isDisapproved = ({ body }: Resource): boolean =>
  text(body, "policySummary", "approvalStatus") === "DISAPPROVED"

/** Read access to resources: the committed world, or a draft on top of it. */
export interface Resources {
  readonly get: (name: string) => Resource | undefined
  readonly list: (customerId: string, kind: Kind) => Iterable<Resource>
}

/** All resources, cached in memory for validation and joins, and written through to the database. */
export class Store implements Resources {
  readonly #byName = new Map<string, Resource>()
  readonly #byKind = new Map<string, Map<string, Resource>>()
  readonly #write: (resource: Resource) => void
  readonly #erase: (name: string) => void

  constructor({ sql }: Database) {
    const write = sql.prepare(
      "INSERT INTO resource (name, kind, customer_id, body) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
    )
    const erase = sql.prepare("DELETE FROM resource WHERE name = ?")
    this.#write = ({ name, kind, customerId, body }) =>
      write.run(name, kind, customerId, JSON.stringify(body))
    this.#erase = (name) => erase.run(name)
    for (const row of sql.prepare("SELECT * FROM resource ORDER BY id").all()) {
      this.#keep({
        name: String(row["name"]),
        kind: String(row["kind"]) as Kind,
        customerId: String(row["customer_id"]),
        body: JSON.parse(String(row["body"])) as Body
      })
    }
  }

  get = (name: string): Resource | undefined => this.#byName.get(name)

  list = (customerId: string, kind: Kind): Iterable<Resource> =>
    this.#byKind.get(`${customerId}/${kind}`)?.values() ?? []

  customers = (): readonly Resource[] => [...this.#byName.values()].filter(({ kind }) => kind === "customer")

  all = (): Iterable<Resource> => this.#byName.values()

  put(resource: Resource): void {
    this.#write(resource)
    this.#keep(resource)
  }

  delete(name: string): void {
    const resource = this.#byName.get(name)
    if (!resource) return
    this.#erase(name)
    this.#byName.delete(name)
    this.#byKind.get(`${resource.customerId}/${resource.kind}`)?.delete(name)
  }

  #keep(resource: Resource): void {
    this.#byName.set(resource.name, resource)
    const key = `${resource.customerId}/${resource.kind}`
    const group = this.#byKind.get(key) ?? new Map<string, Resource>()
    group.set(resource.name, resource)
    this.#byKind.set(key, group)
  }
}

/**
 * Uncommitted changes on top of the world or another draft. They are dropped, merged or committed as a whole.
 */
export class Draft implements Resources {
  readonly #below: Resources
  readonly #changes = new Map<string, Resource | "deleted">()

  constructor(below: Resources) {
    this.#below = below
  }

  get = (name: string): Resource | undefined => {
    const changed = this.#changes.get(name)
    if (changed === "deleted") return undefined
    return changed ?? this.#below.get(name)
  };

  *list(customerId: string, kind: Kind): Iterable<Resource> {
    for (const resource of this.#below.list(customerId, kind)) {
      if (!this.#changes.has(resource.name)) yield resource
    }
    for (const resource of this.#changes.values()) {
      if (resource !== "deleted" && resource.customerId === customerId && resource.kind === kind)
        yield resource
    }
  }

  put(resource: Resource): void {
    this.#changes.set(resource.name, resource)
  }

  delete(name: string): void {
    this.#changes.set(name, "deleted")
  }

  moveInto(target: Draft | Store): void {
    for (const [name, change] of this.#changes) {
      if (change === "deleted") target.delete(name)
      else target.put(change)
    }
    this.#changes.clear()
  }
}
