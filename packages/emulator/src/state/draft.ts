import type { Kind } from "./kinds.ts"
import type { Resource, Resources, Store } from "./store.ts"

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
