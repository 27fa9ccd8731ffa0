import type { Match } from "../../platform/model/index.ts"
import type { StoredTargeting } from "../stored-json.ts"
import type { SourcedText } from "../text-sources.ts"

/** An ad that is written, as it is put down: what it says, what it is found by, and where each word comes from. */
export interface NewAd {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<{ readonly text: string; readonly match: Match }>
  readonly sources: ReadonlyArray<SourcedText>
}

/** All that a draft consists of once it is written. */
export interface NewDraftContent extends StoredTargeting {
  /** Given to it only while it still has the name that it was made under. */
  readonly name: string
  readonly goal: string
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<NewAd>
  readonly sources: ReadonlyArray<SourcedText>
}
