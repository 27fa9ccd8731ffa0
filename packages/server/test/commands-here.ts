import { createServer } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { runInProcess } from "./in-process.ts"

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`

/** Runs a command line as its shell would, in its folder and with its variables. */
const answer = async (request: string): Promise<string> => {
  const [folder, count, ...rest] = request.split("\0")
  const env = rest.slice(Number(count)).flatMap((one) => {
    const end = one.indexOf("=")
    return end > 0 ? [[one.slice(0, end), one.slice(end + 1)]] : []
  })
  const { code, err, out } = await runInProcess(
    rest.slice(0, Number(count)),
    Object.fromEntries(env),
    "",
    folder
  )
  return `printf %s ${quoted(out)}; printf %s ${quoted(err)} >&2; (exit ${code})`
}

/**
 * Runs the command lines of a shell in this process, which saves the half second that a process takes to load. The shell
 * starts with `define`, and then has the command by the given name. With input from a pipe, it is `otherwise`.
 */
export const commandsHere = async (folder: string, name: string, otherwise: string) => {
  const socket = join(folder, "commands.sock")
  const failed = (error: unknown) => `echo ${quoted(String(error))} >&2; (exit 1)`
  const server = createServer(async (request, response) => {
    response.end(await text(request).then(answer).catch(failed))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const define = `${name}() {
  if [ -p /dev/stdin ]; then ${otherwise} "$@"; return; fi
  local result
  result=$({ printf '%s\\0' "$PWD" $# "$@"; env -0; } |
    curl -s --unix-socket ${quoted(socket)} --data-binary @- http://localhost) || return
  eval "$result"
}
`
  return { define, close: () => new Promise((resolve) => server.close(resolve)) }
}
