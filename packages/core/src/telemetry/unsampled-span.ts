import { Context, Option, type Tracer } from "effect"

const randomHex = (length: 16 | 32): string => {
  let text = ""
  while (text.length < length)
    text += Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")
  return text
}

/**
 * A span that nobody exports. Spans inside it are not exported either, and its ids reach jobs and the services behind
 * it. The ids are made when somebody asks: most requests send nothing on.
 */
export class UnsampledSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly sampled = false
  readonly links: ReadonlyArray<Tracer.SpanLink> = []
  readonly attributes: ReadonlyMap<string, unknown> = new Map()
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind
  readonly status: Tracer.SpanStatus
  #traceId: string | undefined
  #spanId: string | undefined

  constructor(
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never> = Context.empty(),
    startTime = 0n,
    kind: Tracer.SpanKind = "internal"
  ) {
    this.name = name
    this.parent = parent
    this.context = context
    this.kind = kind
    this.status = { _tag: "Started", startTime }
  }

  get traceId(): string {
    this.#traceId ??= Option.isSome(this.parent) ? this.parent.value.traceId : randomHex(32)
    return this.#traceId
  }

  get spanId(): string {
    this.#spanId ??= randomHex(16)
    return this.#spanId
  }

  end(): void {}
  attribute(): void {}
  event(): void {}
  addLinks(): void {}
}
