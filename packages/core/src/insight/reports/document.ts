import { Effect } from "effect"
import { type Prose, ProseWriter } from "../../outbound/index.ts"
import { joinBlocks } from "../markdown/text.ts"

/** A part of a document: its prose, which a model may improve, and its body. */
export interface Section {
  readonly heading: string | null
  /** The purpose of the prose, if a model may rewrite it. */
  readonly about?: string
  readonly prose: string
  /** The facts of the prose. */
  readonly facts: unknown
  /** Tables, charts and lists, which no model rewrites. */
  readonly body: string
}

export interface ReportDocument {
  readonly title: string
  readonly sections: ReadonlyArray<Section>
}

const renderSection = ({ body, heading }: Section, prose: string): string =>
  joinBlocks(heading === null ? null : `## ${heading}`, prose, body)

/** Renders the document with the templates' prose. */
export const renderDocument = ({ sections, title }: ReportDocument): string =>
  `${joinBlocks(`# ${title}`, ...sections.map((section) => renderSection(section, section.prose)))}\n`

/** The number of concurrent model requests. */
const rewriteConcurrency = 3

/** Renders the document with a model's prose where it passes the checks. The document marks such prose. */
export const renderWithModel = (document: ReportDocument): Effect.Effect<string, never, ProseWriter> =>
  Effect.gen(function* () {
    const { rewrite } = yield* ProseWriter
    const parts = yield* Effect.forEach(
      document.sections,
      (section) => {
        const { about, facts, prose } = section
        const rewritten: Effect.Effect<Prose> =
          about === undefined || prose === ""
            ? Effect.succeed({ text: prose, by: null })
            : rewrite({ about, text: prose, facts })
        return Effect.map(rewritten, ({ by, text }) => ({ by, text: renderSection(section, text) }))
      },
      { concurrency: rewriteConcurrency }
    )
    const models = new Set(parts.flatMap(({ by }) => (by === null ? [] : [by])))
    const note = [...models].map(
      (model) => `_Some of these words are ${model}'s; every figure in them was held against the data._`
    )
    return `${joinBlocks(`# ${document.title}`, ...parts.map(({ text }) => text), ...note)}\n`
  })
