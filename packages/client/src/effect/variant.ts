import { Effect, Option, Stream } from "effect"
import type {
  InternalError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError
} from "../generated/errors.ts"
import type { Download } from "../runtime/download.ts"
import {
  AdwardenError,
  type ConnectionError,
  type TimedOutError,
  type UnfamiliarError,
  type UnreadableAnswerError
} from "../runtime/errors.ts"
import type { List, PageOf } from "../runtime/list.ts"
import type { SignInNeededError } from "../runtime/oauth.ts"
import type { RequestOptions, WriteOptions } from "../runtime/options.ts"
import type { Held, Preview } from "../runtime/outcomes.ts"

/** Interruption stands in for the signal. */
export type CallOptions = Omit<RequestOptions, "signal">
export type WriteCallOptions = Omit<WriteOptions, "signal">

/** What any call can end in, whatever it is about. Each has a `_tag` for `Effect.catchTag`: its code. */
export type RequestError =
  | ValidationError
  | UnauthorizedError
  | RateLimitedError
  | InternalError
  | UnavailableError
  | UnfamiliarError
  | ConnectionError
  | TimedOutError
  | UnreadableAnswerError
  | SignInNeededError

/** A call as an effect; interrupting it calls the request off. What is no error of the client is a defect. */
export const attempt = <A, E>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, E> =>
  Effect.tryPromise({ try: call, catch: (failure) => failure }).pipe(
    Effect.catchAll((failure) =>
      // Which of the client's errors it can be is the contract's word.
      failure instanceof AdwardenError ? Effect.fail(failure as E) : Effect.die(failure)
    )
  )

/** What a change would do, and the way to do exactly that. */
export type EffectPreview<Previewed extends object, Executed extends object, E> = Previewed & {
  /** Executes what was previewed, with its `preview_hash`; refused with `preview_stale` if something else would come of it. */
  readonly execute: (options?: WriteCallOptions) => Effect.Effect<Executed | Held, E>
}

const isPreview = <P extends object, X extends object>(
  response: Preview<P, X> | X | Held
): response is Preview<P, X> => "execute" in response

export const guarded = <P extends object, X extends object, E>(
  call: (signal: AbortSignal) => Promise<Preview<P, X> | X | Held>
): Effect.Effect<EffectPreview<P, X, E> | X | Held, E> =>
  attempt<Preview<P, X> | X | Held, E>(call).pipe(
    Effect.map((response) => {
      if (!isPreview(response)) return response
      const { execute: promised } = response
      const execute = (options?: WriteCallOptions) =>
        attempt<X | Held, E>((signal) => promised({ ...options, signal }))
      return Object.defineProperty(response, "execute", { value: execute }) as EffectPreview<P, X, E>
    })
  )

/** An async iterable as a stream; when the stream ends, whatever is under way is called off. */
export const streamOf = <A, E>(make: (signal: AbortSignal) => AsyncIterable<A>): Stream.Stream<A, E> =>
  Stream.unwrapScoped(
    Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort())
    ).pipe(
      Effect.map(({ signal }) => {
        const iterator = make(signal)[Symbol.asyncIterator]()
        const next = attempt<IteratorResult<A>, E>(() => iterator.next())
        return Stream.repeatEffectOption(
          Effect.flatMap(Effect.mapError(next, Option.some), ({ done, value }) =>
            done === true ? Effect.fail(Option.none()) : Effect.succeed<A>(value)
          )
        )
      })
    )
  )

/** The rows of a list, page after page as they are needed; or its pages as the service answers them. */
export type RowStream<Row, Page extends PageOf, E> = Stream.Stream<Row, E> & {
  readonly page: Effect.Effect<Page, E>
  readonly pages: Stream.Stream<Page, E>
}

const neverAborted = new AbortController().signal

export const rows = <Row, Page extends PageOf, E>(
  list: (signal: AbortSignal) => List<Row, Page>
): RowStream<Row, Page, E> => {
  const pages = streamOf<Page, E>((signal) => list(signal).pages())
  const all = Stream.mapConcat(pages, (page) => list(neverAborted).rowsOf(page))
  return Object.assign(all, { page: attempt<Page, E>((signal) => list(signal).page()), pages })
}

/** The items of a download as they come; or all of it, or its bytes. */
export type ItemStream<Item, Whole extends object, Format extends string, E> = Stream.Stream<Item, E> & {
  readonly json: Effect.Effect<Whole, E>
  readonly text: (format?: Format | "json") => Effect.Effect<string, E>
  readonly bytes: (format?: Format | "json") => Stream.Stream<Uint8Array, E>
}

export const items = <Item, Whole extends object, Format extends string, E>(
  download: (signal: AbortSignal) => Download<Item, Whole, Format>
): ItemStream<Item, Whole, Format, E> =>
  Object.assign(streamOf<Item, E>(download), {
    json: attempt<Whole, E>((signal) => download(signal).json()),
    text: (format?: Format | "json") => attempt<string, E>((signal) => download(signal).text(format)),
    bytes: (format?: Format | "json") => streamOf<Uint8Array, E>((signal) => download(signal).bytes(format))
  })
