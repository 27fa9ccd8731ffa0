import type { ParsedArguments } from "../parse.ts"
import { usageRefusal } from "../refusal.ts"
import type { Terminal } from "../terminal/terminal.ts"

/**
 * Each shell calls `adwarden __complete` with the words so far, and gets a candidate and its description per line,
 * separated by a tab. Completion therefore always matches the installed version.
 */

const bash = `# bash completion for adwarden. In ~/.bashrc: source <(adwarden completion bash)
_adwarden() {
  local word candidates
  word="\${COMP_WORDS[COMP_CWORD]#=}"
  candidates="$(adwarden __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  if [ "$candidates" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(printf '%s\\n' "$candidates" | cut -f1)
    [ -n "\${COMPREPLY[0]}" ] || COMPREPLY=()
  fi
}
complete -F _adwarden adwarden
`

const zsh = `#compdef adwarden
# zsh completion for adwarden. In ~/.zshrc, after compinit: source <(adwarden completion zsh)
_adwarden() {
  local -a lines described
  local line
  lines=("\${(@f)$(adwarden __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == ":files" ]]; then
    compset -P '--*='
    _files
    return
  fi
  for line in $lines; do
    [[ -n "$line" ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V adwarden described
}
compdef _adwarden adwarden
`

const fish = `# fish completion for adwarden. Put it into ~/.config/fish/completions/adwarden.fish
function __adwarden_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (adwarden __complete $words[2..-1] 2>/dev/null)
  if test "$candidates[1]" = ":files"
    set -l flag (string match -r '^--[^=]+=' -- $words[-1])
    printf "$flag%s\\n" (__fish_complete_path (string replace -r '^--[^=]+=' '' -- $words[-1]))
  else
    printf '%s\\n' $candidates
  end
end
complete -c adwarden -f -a '(__adwarden_complete)'
`

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish }

export const printScript = (given: ParsedArguments, { out }: Terminal): number => {
  const shell = given.argument("shell") ?? ""
  const script = scripts[shell]
  if (script === undefined) {
    throw usageRefusal(`Completion supports bash, zsh and fish, not ${shell}.`, "adwarden completion bash")
  }
  out.write(script)
  return 0
}

/** Prints the output of `adwarden __complete`. */
export const printCandidates = async (words: ReadonlyArray<string>, { out }: Terminal): Promise<number> => {
  const { complete, files } = await import("./complete.ts")
  const candidates = await complete(words)
  const line = (candidate: (typeof candidates)[number]) =>
    candidate === files ? ":files" : `${candidate[0]}\t${candidate[1]}`
  if (candidates.length > 0) out.line(candidates.map(line).join("\n"))
  return 0
}
