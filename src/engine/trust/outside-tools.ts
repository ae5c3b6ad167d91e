import { simpleCommands } from '../shell/command-line.ts'
import { startedBy } from '../shell/started-programs.ts'

/** Programs whose output was written by others: pages, issues, comments, machines and databases elsewhere. */
const FETCHERS: ReadonlySet<string> = new Set(
  `curl wget http https xh lynx w3m links elinks aria2c gh glab hub tea ssh scp rsync ftp nc telnet psql mysql mongosh redis-cli aws gcloud az heroku dig whois`.split(
    ' ',
  ),
)

/** Programs that do so only with certain words: the history of a fork, the text of a package, the log of a service. */
const BY_WORD: Readonly<Record<string, RegExp>> = {
  git: /^(?:log|show|blame|shortlog|whatchanged|fetch|pull|clone|ls-remote|notes|reflog|cherry|format-patch|am)$/,
  npm: /^(?:view|info|show|v|search|s|audit|explain|docs|home|bugs|pack|diff)$/,
  pnpm: /^(?:view|info|show|search|audit)$/,
  yarn: /^(?:info|npm|search|audit|why)$/,
  pip: /^(?:show|search|index|download)$/,
  pip3: /^(?:show|search|index|download)$/,
  cargo: /^(?:search|info|doc)$/,
  gem: /^(?:info|search|specification|list)$/,
  go: /^(?:doc|list)$/,
  brew: /^(?:info|search|desc)$/,
  apt: /^(?:show|search)$/,
  docker: /^(?:logs|inspect|search|pull|exec|run)$/,
  kubectl: /^(?:logs|describe|exec|get)$/,
  vercel: /^(?:logs?|inspect|ls|list|env|pull|api)$/,
  netlify: /^(?:logs?|status|api|env:\w+|open|sites:\w+)$/,
}

/** Tools of clients that only keep the agent's own notes. */
const OWN_NOTES = /todo|plan|skill|^task(?:create|update|list|get)$|tool_?search|ask_?user/i

/** Folders in which packages put the work of others. */
const OF_PACKAGES =
  /(?:^|[/\s"'])(?:node_modules|site-packages|dist-packages|vendor|\.venv|venv|Pods|\.cargo\/registry|go\/pkg\/mod|\.m2|\.gem)\//

export interface OutsideStep {
  readonly tool: string
  readonly kind: string
  readonly command?: string | undefined
  readonly files?: readonly string[] | undefined
}

/** Whether others wrote the output of a step: the web, a server of the Model Context Protocol, a subagent (which may have read anything), a program that fetches, the history of the repository, an installed package. */
export function bringsOutside({ tool, kind, command, files = [] }: OutsideStep): boolean {
  if (kind === 'mcp') return true
  if (kind === 'agent') return true
  if (kind === 'other') return !OWN_NOTES.test(tool)
  if (files.some((file) => OF_PACKAGES.test(file))) return true
  if (kind !== 'shell' || command === undefined) return false
  if (OF_PACKAGES.test(command)) return true
  return startedBy(simpleCommands(command)).some(({ program = '', args }) => {
    const words = args.map(({ text }) => text)
    if (program === 'mettle') return PRINTS_OTHERS.test(words.join(' '))
    return FETCHERS.has(program)
      ? !isOfThisMachine(program, words)
      : words.some((word) => BY_WORD[program]?.test(word) === true)
  })
}

/** Commands of `mettle` that print patterns which agents are not shown, and which others may have written. */
const PRINTS_OTHERS =
  /(?:^|\s)(?:pull|pull-learnings|import|organisation|review|pattern (?:show|why|history)|pattern list\b.*--all)(?:\s|$)/

const DATABASES: ReadonlySet<string> = new Set(['psql', 'mysql', 'mongosh', 'redis-cli'])
const LOCAL_ADDRESS = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?:[:/]|$)/
const ADDRESS = /^(?:[a-z]+:\/\/|[\w-]+(?:\.[\w-]+)+(?:[:/]|$))/i

/** A program that queries the server under development, or the database of this machine, prints the project's own answers. */
function isOfThisMachine(program: string, words: readonly string[]): boolean {
  const places = words.filter((word) => ADDRESS.test(word) || LOCAL_ADDRESS.test(word))
  if (DATABASES.has(program)) return places.length === 0 && !words.some((word) => /^(?:-h|--host)/.test(word))
  return places.length > 0 && places.every((place) => LOCAL_ADDRESS.test(place))
}

/** Whether a step only printed Mettle's own output. */
export function isOurs({ tool, kind, command }: OutsideStep): boolean {
  if (kind === 'mcp') return /(?:^|_)mettle(?:__|_|$)/.test(tool)
  if (kind !== 'shell' || command === undefined) return false
  const started = bringsOutside({ tool, kind, command }) ? [] : startedBy(simpleCommands(command))
  return started.length > 0 && started.every(({ program }) => program === 'mettle')
}

const WRITES =
  /(?:^|\s)(?:-o|--output|--output-document|-O)[ =]?(\S+)|>{1,2}\s*(\S+)|\bgit clone\s+(?:-\S+\s+)*\S+\s+(\S+)|\btee\s+(?:-a\s+)?(\S+)/g

/** The files to which a step writes content from outside: `curl -o notes.md …`. */
export function broughtInto({ command = '' }: OutsideStep): string[] {
  return [...command.matchAll(WRITES)]
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined && !name.startsWith('/dev/') && name !== '&1'))
    .map((name) => name!.replace(/^["']|["';)]+$/g, '').replace(/^\.\//, ''))
    .filter((name) => name.length > 2)
}
