import { describe, expect, it } from "vitest"
import { documentParts } from "../../../src/insight/documents/parts.ts"

const markdown = `# Your week

Spend rose by 4%.

| day | cost |
| --- | --- |
| Mon | $7 |

## What changed

Clicks cost more.

### In detail

By 3 cents.

## Terms \\[new\\]

None.
`

describe("the parts of a document", () => {
  it("are its summary and its headings", () => {
    expect(documentParts(markdown, undefined)).toEqual({
      markdown,
      summary: "# Your week\n\nSpend rose by 4%.\n\n| day | cost |\n| --- | --- |\n| Mon | $7 |",
      sections: ["What changed", "Terms [new]"]
    })
  })

  it.each([
    ["What changed", "## What changed\n\nClicks cost more.\n\n### In detail\n\nBy 3 cents."],
    [" terms [NEW] ", "## Terms \\[new\\]\n\nNone."]
  ])("are one section, by its heading %j", (section, text) => {
    expect(documentParts(markdown, section)).toMatchObject({
      markdown: text,
      sections: [{}, {}].map(() => expect.any(String))
    })
  })

  it("names the headings where there is no such section", () => {
    expect(documentParts(markdown, "What chnged")).toMatchObject({
      fields: [
        {
          path: "section",
          message:
            'is no heading of this document. Did you mean "What changed"? Its headings are: "What changed", "Terms [new]"'
        }
      ]
    })
  })

  it("summarizes with whole paragraphs", () => {
    const paragraph = "x".repeat(900)
    const long = [paragraph, paragraph, paragraph].join("\n\n")
    expect(documentParts(long, undefined)).toMatchObject({
      summary: `${paragraph}\n\n${paragraph}`,
      sections: []
    })
    expect(documentParts("y".repeat(5000), undefined)).toMatchObject({ summary: "y".repeat(5000) })
  })
})
