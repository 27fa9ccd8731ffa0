import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { Refusal, usageRefusal } from "../../refusal.ts"

/**
 * What a person pasted, as the parameters that a browser would have brought: the code with its mark behind it, as the
 * page for codes shows them, or the whole address of that page. The page has checked that the code is the issuer's own,
 * so that is what it stands for here.
 */
export const parseManualCode = (pasted: string, issuer: string): URLSearchParams => {
  const text = pasted.trim()
  if (URL.canParse(text)) return new URL(text).searchParams
  const [code, state, ...more] = text.split(".")
  if (code && state && more.length === 0) return new URLSearchParams({ code, state, iss: issuer })
  throw usageRefusal(
    "That is not a code as the page shows it. Copy all of it, the part behind the dot included."
  )
}

/** The first line that comes in: typed or piped. */
export const readPastedLine = async (
  question: string,
  input: Readable,
  output: Writable
): Promise<string> => {
  output.write(question)
  for await (const line of createInterface({ input })) if (line.trim() !== "") return line
  throw new Refusal("No code was pasted, so nothing was signed in.", { exitReason: "declined" })
}
