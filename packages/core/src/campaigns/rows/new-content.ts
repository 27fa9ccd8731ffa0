import type { Match } from "../../platform/model.ts"
import type { StoredTargeting } from "../stored-json.ts"
import type { SourcedText } from "../text-sources.ts"

/** The content of a generated ad: its text, its keywords and the source of each line. */
export interface NewAd {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<{ readonly text: string; readonly match: Match }>
  readonly sources: ReadonlyArray<SourcedText>
}

/** The complete content of a generated draft. */
export interface NewDraftContent extends StoredTargeting {
  /** Used only if the draft still has its provisional name. */
  readonly name: string
  readonly goal: string
  /** Two letters. */
  readonly language: string
  /** The most that a click may cost; null if conversions decide the bids. */
  readonly cpcCeiling: number | null
  /** Which of several places is meant, as the end of a sentence; null if every place is known. */
  readonly locationQuestion: string | null
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<NewAd>
  readonly sources: ReadonlyArray<SourcedText>
}
