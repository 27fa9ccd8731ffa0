import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { Refusal, usageRefusal } from "../../refusal.ts"

/**
 * Parses pasted text into the parameters of a redirect: the code with its state, as the code page shows them, or the
 * whole URL of that page. The page has verified the issuer, which is therefore set here.
 */
export const parseManualCode = (pasted: string, issuer: string): URLSearchParams => {
  const text = pasted.trim()
  if (URL.canParse(text)) return new URL(text).searchParams
  const [code, state, ...more] = text.split(".")
  if (code && state && more.length === 0) return new URLSearchParams({ code, state, iss: issuer })
  throw usageRefusal("This is not a complete code. Copy all of it, including the part after the dot.")
}

/** Reads the first line of input, typed or piped. */
export const readPastedLine = async (
  question: string,
  input: Readable,
  output: Writable
): Promise<string> => {
  output.write(question)
  for await (const line of createInterface({ input })) if (line.trim() !== "") return line
  throw new Refusal("No code was pasted. You are not signed in.", { exitReason: "declined" })
}
