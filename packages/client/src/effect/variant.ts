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

/** Options of a single call. Interruption replaces `signal`. */
export type CallOptions = Omit<RequestOptions, "signal">
/** Options of a single write. Interruption replaces `signal`. */
export type WriteCallOptions = Omit<WriteOptions, "signal">

/** The errors that every operation can fail with. `_tag`, for `Effect.catchTag`, equals the error's `code`. */
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

/** Runs a call as an effect. Interruption aborts the request. A failure other than an `AdwardenError` is a defect. */
export const attempt = <A, E>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, E> =>
  Effect.tryPromise({ try: call, catch: (failure) => failure }).pipe(
    Effect.catchAll((failure) =>
      // The contract determines which of the client's errors an operation can fail with.
      failure instanceof AdwardenError ? Effect.fail(failure as E) : Effect.die(failure)
    )
  )

/** The preview of a write, with `execute` to carry out exactly that. */
export type EffectPreview<Previewed extends object, Executed extends object, E> = Previewed & {
  /** Executes the preview with its `preview_hash`. Fails with `preview_stale` if the result would now differ. */
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

/** Converts an async iterable to a stream. Ending the stream aborts a request in progress. */
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

/** The rows of a list. Pages are requested as rows are consumed; `pages` emits whole pages instead. */
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

/** The items of a download as they arrive, with methods to read the whole document or its bytes instead. */
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
