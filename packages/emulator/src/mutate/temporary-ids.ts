import type { Body, Json } from "../protocol/json.ts"
import { isObject } from "../protocol/json.ts"
import { parseName } from "../state/kinds.ts"
import type { Context } from "./context.ts"

const temporary = /^customers\/\d+\/\w+\/\S*-\d/

/**
 * The temporary (negative) ids of one request: `create` operations define them, later operations use them.
 */
export class TemporaryIds {
  readonly #names = new Map<string, string>()
  readonly #failed = new Set<string>()
  readonly #taken = new Set<string>()

  /** Returns the temporary name that a create requests, if any. Its id must be new in the request. */
  claim(given: Body, context: Context): string | undefined {
    const name = given["resourceName"]
    if (typeof name !== "string" || name === "") return undefined
    const id = parseName(name)?.key.split("~").at(-1)
    if (id === undefined) {
      return context.stop(
        { requestError: "RESOURCE_NAME_MALFORMED" },
        `'${name}' part of the resource name is invalid.`,
        "resource_name",
        name
      )
    }
    if (!temporary.test(name)) return undefined
    if (this.#taken.has(id)) {
      context.stop(
        { newResourceCreationError: "DUPLICATE_TEMP_IDS" },
        "Temporary ids in one request must be unique.",
        "resource_name",
        name
      )
    }
    this.#taken.add(id)
    return name
  }

  settle(temporaryName: string, realName: string): void {
    this.#names.set(temporaryName, realName)
  }

  fail(temporaryName: string): void {
    this.#failed.add(temporaryName)
  }

  /** Replaces every temporary name by the real one. */
  resolve<A extends Json | undefined>(value: A, context: Context): A {
    if (typeof value === "string") return (temporary.test(value) ? this.#real(value, context) : value) as A
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, context)) as unknown as A
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.resolve(item, context)])
    ) as A
  }

  #real(name: string, context: Context): string {
    const real = this.#names.get(name)
    if (real !== undefined) return real
    if (this.#failed.has(name)) {
      context.stop(
        { newResourceCreationError: "TEMP_ID_RESOURCE_HAD_ERRORS" },
        "A temporary id was used, but the resource it stands for had errors.",
        "",
        name
      )
    }
    return context.stop({ mutateError: "RESOURCE_NOT_FOUND" }, "Resource was not found.", "", name)
  }
}
