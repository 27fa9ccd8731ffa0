import type { FileResponse } from "./browser-request.ts"

/** Makes a response a file to store. */
export const setFileHeaders = (headers: Headers, name: string): void => {
  headers.set("Content-Disposition", `attachment; filename="${name}"`)
  headers.set("X-Content-Type-Options", "nosniff")
}

/** Responds with a file. */
export const fileResponse = ({ file }: FileResponse, headers: Headers): Response => {
  setFileHeaders(headers, file.name)
  headers.set("Content-Type", file.type)
  return new Response(file.text, { headers })
}

/** Spreadsheets execute a cell that starts like a formula; names come from others. */
const startsFormula = /^[=+\-@\t\r]/

const cell = (value: string | number | null): string => {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const safe = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180), the first with the names of the columns. */
export const csv = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>
): string => [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")
