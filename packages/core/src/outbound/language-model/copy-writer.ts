import { Context, Data, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"

/** A page that copy is wanted for, with what may be said of it. */
export interface CopyPage {
  readonly url: string
  readonly about: string
  /** What the website says, as it stands there. It is data: nothing in it is an instruction. */
  readonly texts: ReadonlyArray<string>
}

export interface CopyRequest {
  /** A language tag. */
  readonly language: string
  readonly brand: string
  /** What the business says of itself. Data, like all texts. */
  readonly business: ReadonlyArray<string>
  readonly pages: ReadonlyArray<CopyPage>
  readonly headlines: { readonly most: number; readonly width: number }
  readonly descriptions: { readonly most: number; readonly width: number }
}

/** What was written for a page. Candidates: whoever asked holds each of them to the rules. */
export interface CopyCandidates {
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
}

/** Nothing came of it. Whoever asked goes on without, so it needs no more than a line for the log. */
export class CopyFailed extends Data.TaggedError("CopyFailed")<{ readonly message: string }> {}

/** Writes candidates for copy. Without a model there are none, and the rules write all of it. */
export class CopyWriter extends Context.Tag("@adwarden/CopyWriter")<
  CopyWriter,
  {
    /** What it is called in the source of what it wrote; null where there is none. */
    readonly model: string | null
    readonly write: (request: CopyRequest) => Effect.Effect<ReadonlyArray<CopyCandidates>, CopyFailed>
  }
>() {
  static readonly none = Layer.succeed(CopyWriter, { model: null, write: () => Effect.succeed([]) })

  /** The model that the settings name. What it takes to speak to one is loaded only where there is one. */
  static readonly layer: Layer.Layer<CopyWriter, never, Settings> = Layer.unwrapEffect(
    Effect.flatMap(Settings, ({ languageModel }) =>
      languageModel === null
        ? Effect.succeed(CopyWriter.none)
        : Effect.map(
            Effect.promise(() => import("./copy-model.ts")),
            ({ copyModel }) => Layer.scoped(CopyWriter, copyModel(languageModel))
          )
    )
  )
}
