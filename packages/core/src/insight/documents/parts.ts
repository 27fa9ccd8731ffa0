import { nearestName, ValidationError } from "../../contract/index.ts"

/* The parts of a written document: what stands before its first heading, and each section. */

/** A summary ends with the last paragraph that fits. */
const maxSummaryLength = 2000

/** A heading in words: without the marks that keep markdown from acting. */
const plainHeading = (line: string): string =>
  line
    .replace(/^## /, "")
    .replaceAll(/\\([^\w\s])/g, "$1")
    .trim()

/** Splits a document at its second-level headings. */
const splitDocument = (markdown: string) => {
  const [opening, ...sections] = markdown.split(/^(?=## )/m)
  return {
    opening: opening!,
    sections: sections.map((text) => ({ heading: plainHeading(text.split("\n", 1)[0]!), text: text.trim() }))
  }
}

const summaryOf = (opening: string): string => {
  const paragraphs = opening.trim().split(/\n{2,}/)
  let length = 0
  const fitting = paragraphs.findIndex((paragraph) => {
    length += paragraph.length + 2
    return length > maxSummaryLength
  })
  return (fitting === -1 ? paragraphs : paragraphs.slice(0, Math.max(1, fitting))).join("\n\n")
}

interface Parts {
  readonly markdown: string
  readonly summary: string
  readonly sections: ReadonlyArray<string>
}

/** Returns a document with its summary and the names of its sections, or one section of it. */
export const documentParts = (markdown: string, section: string | undefined): Parts | ValidationError => {
  const { opening, sections } = splitDocument(markdown)
  const headings = sections.map(({ heading }) => heading)
  const whole = { markdown, summary: summaryOf(opening), sections: headings }
  if (section === undefined) return whole
  const wanted = section.trim().toLowerCase()
  const found = sections.find(({ heading }) => heading.toLowerCase() === wanted)
  if (found !== undefined) return { ...whole, markdown: found.text }
  const nearest = nearestName(section, headings)
  const message = `is no heading of this document.${nearest === null ? "" : ` Did you mean ${JSON.stringify(nearest)}?`} Its headings are: ${headings.map((heading) => JSON.stringify(heading)).join(", ")}`
  return new ValidationError({ fields: [{ path: "section", message }] })
}

/** Markdown in words: without the marks, and without what would be one. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\s+/g, " ")
    .replaceAll("**", "")
    .replaceAll(/\\([^\w\s])/g, "$1")

const isProse = (block: string): boolean => /^[^#_|>-]/.test(block) && !block.endsWith(":")

/** A document as an email has it: its title, and the sentences of its opening and of one of its sections. */
export const documentInBrief = (markdown: string, section: string) => {
  const { opening, sections } = splitDocument(markdown)
  const blocks = opening.trim().split(/\n{2,}/)
  const [, first] = (sections.find(({ heading }) => heading === section)?.text ?? "").split(/\n{2,}/)
  return {
    title: plainText(blocks[0]!.replace(/^# /, "")),
    paragraphs: [...blocks, first ?? ""].filter(isProse).map(plainText)
  }
}
