import { defineCommand, type Options } from '../command.ts'
import type { Catalogue } from '../entry/catalogue.ts'
import { flagOf, GLOBAL_OPTIONS, tokensOf } from '../input/tokens.ts'

const ASK = 'mettle completion'
/** What each shell runs. All of them ask Mettle itself at every press of Tab, so that a script never goes out of date. */
const SCRIPTS = {
  bash: `_mettle() {
  local IFS=$'\\n'
  COMPREPLY=($(${ASK} bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _mettle mettle`,
  zsh: `#compdef mettle
_mettle() {
  local -a found
  found=("\${(@f)$(${ASK} zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then _describe mettle found; else _files; fi
}
if [[ "$funcstack[1]" = _mettle ]]; then _mettle "$@"; else compdef _mettle mettle; fi`,
  fish: `function __mettle_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ct)
  set -l found (${ASK} fish -- $words "$current" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c mettle -f -a '(__mettle_complete)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName mettle -ScriptBlock {
  param($current, $line)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($current -eq '') { $words += '=' }
  ${ASK} powershell -- @words | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', "$value $about")
  }
}`,
} as const
type Shell = keyof typeof SCRIPTS

type Candidate = readonly [word: string, about: string]

export { docsCommand } from '../docs-command.ts'

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print the script that completes commands and options in your shell.',
  description: `bash: put eval "$(mettle completion bash)" into ~/.bashrc. zsh: put eval "$(mettle completion zsh)" into ~/.zshrc, after compinit.

    fish: mettle completion fish > ~/.config/fish/completions/mettle.fish. PowerShell: put mettle completion powershell | Out-String | Invoke-Expression into $PROFILE.`,
  arguments: [
    { name: 'shell', required: true, oneOf: Object.keys(SCRIPTS) as Shell[], summary: 'Your shell.' },
    {
      name: 'words',
      many: true,
      summary: 'What is typed so far, after --; prints what can follow. The script does this.',
    },
  ],
  examples: ['mettle completion bash', 'mettle completion zsh -- pattern l'],
  run: async (context, { shell, words }) => {
    if (words.length === 0) return context.show({ script: SCRIPTS[shell] }, () => SCRIPTS[shell])
    const found = await candidates(words, context.commands)
    const items = found.map(([name, summary]) => ({ name, summary }))
    context.show(items, () => found.map((one) => lineFor(shell, one)).join('\n'))
  },
})

function lineFor(shell: Shell, [word, about]: Candidate): string {
  if (shell === 'bash') return word
  return shell === 'zsh' ? `${word.replaceAll(':', '\\:')}:${about}` : `${word}\t${about}`
}

/** The completions of the last word. A shell may pass `=` on its own: `--status=p` is three words in bash. */
async function candidates(typed: readonly string[], commands: Catalogue): Promise<Candidate[]> {
  const current = typed.at(-1)!.replace(/^=/, '')
  const before = typed.slice(0, -1).filter((word) => word !== '=')
  return (await allowed(before, current, commands)).filter(([word]) => word.startsWith(current))
}

async function allowed(before: readonly string[], current: string, commands: Catalogue): Promise<readonly Candidate[]> {
  const plain = wordsOf(before, GLOBAL_OPTIONS)
  const isHelp = plain[0] === 'help'
  const path = isHelp ? plain.slice(1) : plain
  const entry = commands
    .filter(({ name }) => `${path.join(' ')} `.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0]
  const command = (await entry?.load())?.command
  const options: Options = { ...GLOBAL_OPTIONS, ...command?.options }
  const last = before.at(-1) ?? ''
  const asked = Object.entries(options).find(
    ([key, { short }]) => last === `--${flagOf(key)}` || last === `-${short}`,
  )?.[1]
  if (asked !== undefined && asked.kind !== 'switch') return values('oneOf' in asked ? asked.oneOf : undefined)
  if (current.startsWith('-')) return Object.entries(options).map(([key, { summary }]) => [`--${flagOf(key)}`, summary])
  const place = wordsOf(before, options).length - (entry?.name.split(' ').length ?? 0)
  const argument = command?.arguments.find(({ many }, at) => at === place || many)
  const first: readonly Candidate[] = isHelp ? [['all', 'Every command.']] : FIRST_WORDS
  return [...nextWords(path, commands), ...(path.length === 0 ? first : []), ...values(isHelp ? [] : argument?.oneOf)]
}

const FIRST_WORDS = (['help', 'version'] as const).map((word) => [word, GLOBAL_OPTIONS[word].summary] as const)

function values(words: readonly string[] = []): Candidate[] {
  return words.map((word) => [word, ''])
}

function wordsOf(args: readonly string[], options: Options): string[] {
  return tokensOf(args, options).flatMap((token) => (token.kind === 'word' ? [token.word] : []))
}

/** The words that can follow a name, each once: the members of `pattern`, for example. */
function nextWords(path: readonly string[], commands: Catalogue): Candidate[] {
  const found = new Map<string, string>()
  for (const { name, summary } of commands) {
    const words = name.split(' ')
    const next = words[path.length]
    if (next !== undefined && path.every((word, at) => words[at] === word) && !found.has(next))
      found.set(next, words.length === path.length + 1 ? summary : '')
  }
  return [...found]
}
