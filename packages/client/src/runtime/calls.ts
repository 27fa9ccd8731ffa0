import { Download } from "./download.ts"
import { withInfo } from "./errors.ts"
import { newIdempotencyKey } from "./idempotency.ts"
import { List, type PageOf } from "./list.ts"
import type { RequestOptions, WriteOptions } from "./options.ts"
import type { Held, Preview } from "./outcomes.ts"
import { readJson } from "./read-response.ts"
import type { Request, Transport } from "./transport.ts"

type Params = object

/**
 * The kinds of calls that the generated methods use. Response types come from the contract and are not checked at
 * runtime, so that new fields and enum values cause no failure.
 */
export class Calls {
  readonly #transport: Transport
  /** Slug of the organization that the calls apply to. */
  readonly org: string

  constructor(transport: Transport, org: string) {
    this.#transport = transport
    this.org = org
  }

  #send(request: Request, options: RequestOptions = {}): Promise<object> {
    const outcome = request.idempotencyKey === undefined ? {} : { outcome: "executed" }
    return this.#transport.send(request, options, async (response, info) => {
      const { held, value } = await readJson(response, info)
      return withInfo(held ? { ...value, outcome: "held" } : Object.assign(value, outcome), info)
    })
  }

  read<A extends object>(
    method: string,
    path: string,
    params?: Params,
    options?: RequestOptions
  ): Promise<A> {
    return this.#send({ method, path, params: params ?? {} }, options) as Promise<A>
  }

  /** Executes a write at once. Its idempotency key makes a retry after a lost response safe. */
  write<A extends object>(method: string, path: string, params?: Params, options?: WriteOptions): Promise<A> {
    const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey()
    return this.#send({ method, path, params: params ?? {}, idempotencyKey }, options) as Promise<A>
  }

  /** Previews a write. Only `dry_run: false` executes it. */
  async guarded<P extends object, X extends object>(
    method: string,
    path: string,
    params: Params & { readonly dry_run?: boolean | undefined } = {},
    options?: WriteOptions
  ): Promise<Preview<P, X> | X | Held> {
    if (params.dry_run === false) return this.write<X | Held>(method, path, params, options)
    const previewed = await this.read<P & { readonly preview_hash?: string }>(method, path, params, options)
    const { preview_hash = undefined } = previewed
    const idempotencyKey = newIdempotencyKey()
    const execute = (more?: WriteOptions) =>
      this.write<X | Held>(
        method,
        path,
        { ...params, preview_hash, dry_run: false },
        { ...options, idempotencyKey, ...more }
      )
    Object.assign(previewed, { outcome: "previewed" })
    return Object.defineProperty(previewed, "execute", { value: execute, configurable: true }) as Preview<
      P,
      X
    >
  }

  list<Row, Page extends PageOf>(
    path: string,
    rows: string,
    params: Params & { readonly cursor?: string | undefined } = {},
    options?: RequestOptions
  ): List<Row, Page> {
    const pageAt = (cursor?: string) =>
      this.read<Page>("GET", path, cursor === undefined ? params : { ...params, cursor }, options)
    return new List(pageAt, rows)
  }

  download<Item, Whole extends object, Format extends string>(
    path: string,
    items: string,
    params: Params = {},
    options?: RequestOptions
  ): Download<Item, Whole, Format> {
    return new Download(this.#transport, path, items, params, options)
  }
}
