import { Effect } from "effect"
import { type Prose, ProseWriter } from "../../outbound/index.ts"
import { blocks } from "../markdown/text.ts"

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

export interface Document {
  readonly title: string
  readonly sections: ReadonlyArray<Section>
}

const rendered = ({ body, heading }: Section, prose: string): string =>
  blocks(heading === null ? null : `## ${heading}`, prose, body)

/** The document as the rules write it. */
export const byRules = ({ sections, title }: Document): string =>
  `${blocks(`# ${title}`, ...sections.map((section) => rendered(section, section.prose)))}\n`

/** How many paragraphs a model is asked for at a time. */
const atOnce = 3

/** The document in the best words there are; those of a model are told to be its. */
export const written = (document: Document): Effect.Effect<string, never, ProseWriter> =>
  Effect.gen(function* () {
    const { rewrite } = yield* ProseWriter
    const parts = yield* Effect.forEach(
      document.sections,
      (section) => {
        const { about, facts, prose } = section
        const told: Effect.Effect<Prose> =
          about === undefined || prose === ""
            ? Effect.succeed({ text: prose, by: null })
            : rewrite({ about, text: prose, facts })
        return Effect.map(told, ({ by, text }) => ({ by, text: rendered(section, text) }))
      },
      { concurrency: atOnce }
    )
    const models = new Set(parts.flatMap(({ by }) => (by === null ? [] : [by])))
    const note = [...models].map(
      (model) => `_Some of these words are ${model}'s; every figure in them was held against the data._`
    )
    return `${blocks(`# ${document.title}`, ...parts.map(({ text }) => text), ...note)}\n`
  })
