// Shows running steps. A terminal shows them on one line that is redrawn. Elsewhere (CI, a log file), each
// finished step has its line, and a slow one repeats its line from time to time. Everything is on stderr,
// because stdout belongs to the program.
const terminal = process.stderr.isTTY === true && process.env.TERM !== "dumb"
const every = terminal ? 200 : 15_000
const active = new Map()
let timer

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const clear = () => terminal && process.stderr.write("\r\x1b[K")

function draw() {
  const line = [...active].map(([label, { since, detail }]) =>
    [`${label} ${seconds(since)}`, detail].filter(Boolean).join(", ")
  )
  if (terminal) process.stderr.write(`\r\x1b[K… ${line.join(" | ")}`.slice(0, process.stderr.columns ?? 80))
  else console.error(`… ${line.join(" | ")}`)
}

/** Prints a line without breaking the progress line. */
export function say(line) {
  clear()
  console.error(line)
}

/** Runs one step and shows its progress. `work` receives a function that sets the detail after the label. */
export async function step(label, work) {
  const state = { since: performance.now(), detail: "" }
  active.set(label, state)
  timer ??= setInterval(draw, every)
  if (terminal) draw()
  const end = (mark) => {
    active.delete(label)
    if (active.size === 0) timer = clearInterval(timer)
    if (mark)
      say(`${mark} ${[`${label} (${seconds(state.since)})`, state.detail].filter(Boolean).join(": ")}`)
    else clear()
  }
  try {
    const result = await work((detail) => {
      state.detail = detail
    })
    end("✓")
    return result
  } catch (error) {
    // A step that was cancelled because another one failed shows nothing.
    end(error.name === "AbortError" ? undefined : "✗")
    throw error
  }
}
