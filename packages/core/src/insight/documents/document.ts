import { Effect } from "effect"
import { type Prose, ProseWriter } from "../../outbound/index.ts"
import { joinBlocks } from "../markdown.ts"

/*
 * A document is made in three steps: everything is read at once, facts are computed, and sections render them. Reports
 * and strategies are kinds of documents; each kind lists its facts and its sections in one declaration.
 */

/** A part of a document: its prose, which a model may improve, and its body. */
export interface Section {
  readonly heading?: string
  /** The purpose of the prose and its facts, if a model may rewrite it. */
  readonly about?: string
  readonly facts?: unknown
  readonly prose?: string | null
  /** Tables, charts and lists, which no model rewrites. */
  readonly body?: string | null
}

export interface Document {
  readonly title: string
  readonly sections: ReadonlyArray<Section>
}

/** Renders facts as sections, and computes nothing. `Format` is how the document writes amounts and names. */
export type SectionOf<Facts, Format> = (
  facts: Facts,
  format: Format
) => Section | ReadonlyArray<Section> | null

/** A kind of document: the facts that it computes from what was read, and the sections that render them, in order. */
export interface DocumentKind<Given extends ReadonlyArray<unknown>, Facts, Format> {
  readonly facts: (...given: Given) => Facts
  readonly format: (facts: Facts) => Format
  readonly title: (facts: Facts) => string
  readonly sections: ReadonlyArray<SectionOf<Facts, Format>>
}

/** Returns the document of some facts. */
export const documentOf = <Facts, Format>(
  { format: formatOf, sections, title }: Omit<DocumentKind<never, Facts, Format>, "facts">,
  facts: Facts
): Document => {
  const format = formatOf(facts)
  return { title: title(facts), sections: sections.flatMap((section) => section(facts, format) ?? []) }
}

/** Renders sections, or in their place the one that states why there are none. */
export const unless =
  <Facts, Format>(
    missing: (facts: Facts) => Section | null,
    ...sections: ReadonlyArray<SectionOf<Facts, Format>>
  ): SectionOf<Facts, Format> =>
  (facts, format) =>
    missing(facts) ?? sections.flatMap((section) => section(facts, format) ?? [])

const renderSection = ({ body = null, heading }: Section, prose: string): string =>
  joinBlocks(heading === undefined ? null : `## ${heading}`, prose, body)

const renderAll = (title: string, parts: ReadonlyArray<string>): string =>
  `${joinBlocks(`# ${title}`, ...parts)}\n`

/** Renders the document with the templates' prose. */
export const renderDocument = ({ sections, title }: Document): string =>
  renderAll(
    title,
    sections.map((section) => renderSection(section, section.prose ?? ""))
  )

/** The number of concurrent model requests. */
const rewriteConcurrency = 3

/** Renders the document with a model's prose where it passes the checks. The document marks such prose. */
export const renderWithModel = ({ sections, title }: Document): Effect.Effect<string, never, ProseWriter> =>
  Effect.gen(function* () {
    const { rewrite } = yield* ProseWriter
    const parts = yield* Effect.forEach(
      sections,
      (section) => {
        const { about, facts } = section
        const text = section.prose ?? ""
        const rewritten: Effect.Effect<Prose> =
          about === undefined || text === ""
            ? Effect.succeed({ text, by: null })
            : rewrite({ about, text, facts })
        return Effect.map(rewritten, ({ by, text }) => ({ by, text: renderSection(section, text) }))
      },
      { concurrency: rewriteConcurrency }
    )
    const models = new Set(parts.flatMap(({ by }) => by ?? []))
    const notes = [...models].map(
      (model) =>
        `_The language model ${model} wrote some of this text. Its figures were checked against the data._`
    )
    return renderAll(title, [...parts.map(({ text }) => text), ...notes])
  })
