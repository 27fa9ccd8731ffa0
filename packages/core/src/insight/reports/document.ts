import { Effect } from "effect"
import { type Prose, ProseWriter } from "../../outbound/index.ts"
import { joinBlocks } from "../markdown/text.ts"

/** A part of a document: what it says in words, which a model may say better, and what it shows. */
export interface Section {
  readonly heading: string | null
  /** What the words are for, where there are any that a model may try. */
  readonly about?: string
  readonly prose: string
  /** What the words were written from. */
  readonly facts: unknown
  /** Tables, charts and lists: nobody writes these anew. */
  readonly body: string
}

export interface ReportDocument {
  readonly title: string
  readonly sections: ReadonlyArray<Section>
}

const renderSection = ({ body, heading }: Section, prose: string): string =>
  joinBlocks(heading === null ? null : `## ${heading}`, prose, body)

/** The document as the rules write it. */
export const renderDocument = ({ sections, title }: ReportDocument): string =>
  `${joinBlocks(`# ${title}`, ...sections.map((section) => renderSection(section, section.prose)))}\n`

/** How many paragraphs a model is asked for at a time. */
const rewriteConcurrency = 3

/** The document in the best words there are; those of a model are told to be its. */
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
