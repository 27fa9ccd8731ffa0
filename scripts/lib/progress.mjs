// Steps under way, shown on one line that is redrawn in a terminal; elsewhere (CI, a log file) every finished
// step has its line, and a slow one a sign of life now and then. All of it on stderr: stdout is the program's.
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

/** Prints a line without tearing the one under way. */
export function say(line) {
  clear()
  console.error(line)
}

/** Runs one step, on show while it lasts. `work` is given a function that sets the detail behind its name. */
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
    // A step that was called off because another one failed has nothing to tell.
    end(error.name === "AbortError" ? undefined : "✗")
    throw error
  }
}
