import { Layer } from "effect"
import { Fetcher } from "./fetch/fetcher.ts"
import { NameResolver } from "./fetch/target.ts"
import { CopyWriter } from "./language-model/copy-writer.ts"
import { ProseWriter } from "./language-model/prose-writer.ts"
import { SiteReader } from "./site/site-reader.ts"

/** Fetching single documents, through public and development names. */
export const fetching = Fetcher.layer.pipe(Layer.provide(NameResolver.layer))

/** Reading websites, and a language model. Requires `fetching`. */
export const reading = [SiteReader.layer, CopyWriter.layer, ProseWriter.layer] as const
