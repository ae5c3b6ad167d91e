import { codeIn } from './inline-code.ts'
import type { ShellStep } from './shell-steps.ts'

const FETCHES =
  /^(?:curl|wget|http|https|xh|fetch|aria2c|lynx|nc|ncat|netcat|iwr|irm|invoke-webrequest|invoke-restmethod|gh|scp)$/
const SHELLS = /^(?:sh|bash|zsh|dash|ksh|ash|fish|source|\.|pwsh|powershell|iex|invoke-expression|cmd)$/
const INTERPRETERS = /^(?:python[\d.]*|node|perl|ruby|php|lua|deno|bun|tclsh|osascript)$/
const PASSES_ON =
  /^(?:tee|cat|gunzip|zcat|gzip|base64|xz|bzip2|sed|tr|grep|awk|head|tail|sort|openssl|xxd|rev|jq|dos2unix|pv|sudo)$/
/** A substitution in a word that downloads something. */
const FETCHED = /(?:\$\(|`|<\()\s*(?:sudo\s+|command\s+)?(?:curl|wget|fetch|http|https|xh|aria2c|lynx)\b/

/** Whether the steps run something that they downloaded: through a pipe, a substitution, or a file in between. */
export function runsFetched(steps: readonly ShellStep[]): boolean {
  const files = new Set<string>()
  for (const step of steps) {
    const { program, args } = step
    if (opensShell(step) || codeIn(step).some(runsFetchedCode)) return true
    const isShell = SHELLS.test(program)
    if (
      (isShell || program === 'eval' || INTERPRETERS.test(program)) &&
      FETCHED.test(`${step.written} ${step.input ?? ''}`)
    )
      return true
    if ((isShell && !readsScriptFile(args)) || (INTERPRETERS.test(program) && readsInput(args)))
      if (comesFromNetwork(step.feeder)) return true
    for (const file of fetchedInto(step)) files.add(file)
    if (files.size > 0 && startsOneOf(files, step)) return true
  }
  return false
}

/** A shell that somebody else can type into: `nc HOST PORT -e sh`, `bash >& /dev/tcp/…`. */
function opensShell({ program, args, redirects }: ShellStep): boolean {
  if (/^(?:nc|ncat|netcat)$/.test(program)) return args.some((arg) => /^(?:-\w*[ec]|--(?:sh-)?exec)$/.test(arg))
  return SHELLS.test(program) && redirects.some(({ text }) => /^\/dev\/(?:tcp|udp)\//.test(text))
}

/** Code that downloads something and runs it. */
function runsFetchedCode(code: string): boolean {
  return (
    /urlopen|requests\.get|\bfetch\s*\(|https?\.get\s*\(|Net::HTTP|URI\.open|LWP::|file_get_contents\(\s*["']http/.test(
      code,
    ) && /\b(?:exec|eval|execfile|compile|Function|vm\.run\w*)\b/.test(code)
  )
}

/** The same in PowerShell: `iex (iwr https://…)`, `(New-Object Net.WebClient).DownloadString(…) | iex`. */
export function runsFetchedInPowerShell(text: string): boolean {
  return (
    /\b(?:iex|invoke-expression)\b/i.test(text) &&
    /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|curl|wget)\b/i.test(text)
  )
}

function comesFromNetwork(reader: ShellStep | undefined): boolean {
  let step = reader
  while (step !== undefined && PASSES_ON.test(step.program)) step = step.feeder
  return step !== undefined && FETCHES.test(step.program) && !(step.program === 'gh' && step.args[0] !== 'api')
}

/** `sh install.sh` runs that file, not its input. */
function readsScriptFile(args: readonly string[]): boolean {
  if (args.some((arg) => /^-\w*c$/.test(arg))) return true
  const at = args.findIndex((arg) => !arg.startsWith('-') || arg === '-')
  return at !== -1 && !/^(?:-|\/dev\/stdin)$/.test(args[at]!) && !args.some((arg) => /^-\w*s/.test(arg))
}

/** An interpreter without a program of its own runs its input; `python -m json.tool` and `node -e …` only read it. */
function readsInput(args: readonly string[]): boolean {
  if (args.some((arg) => /^(?:-c|-m|-e|-p|-n|-r|--eval|--print|-\w*[ne]\w*)$/.test(arg))) return false
  return args.every((arg) => arg.startsWith('-') || arg === '/dev/stdin')
}

function fetchedInto({ program, args, redirects }: ShellStep): string[] {
  if (!/^(?:curl|wget|aria2c|http|iwr|invoke-webrequest|fetch)$/.test(program)) return []
  const named = args.flatMap((arg, at) => {
    if (/^(?:-o|-O|--output|--output-document|-outfile)$/i.test(args[at - 1] ?? '') && !/^https?:|^-/.test(arg))
      return [arg]
    const attached = /^(?:--output(?:-document)?=|-o|-O)(.+)$/.exec(arg)?.[1]
    return attached === undefined ? [] : [attached]
  })
  const isByName = program === 'wget' || args.some((arg) => /^(?:-\w*O\w*|--remote-name)$/.test(arg))
  const url = isByName && named.length === 0 ? args.find((arg) => /^https?:/.test(arg)) : undefined
  const last = url?.split(/[?#]/)[0]?.split('/').at(-1)
  const written = redirects.filter(({ writes }) => writes).map(({ text }) => text)
  return [...named, ...written, ...(last === undefined || last === '' ? [] : [last])]
    .map(baseOf)
    .filter((name) => !/^-?$/.test(name))
}

function baseOf(path: string): string {
  return path.replace(/^.*[\\/]/, '')
}

function startsOneOf(files: ReadonlySet<string>, { program, args, written }: ShellStep): boolean {
  if (SHELLS.test(program) || INTERPRETERS.test(program)) {
    const script = args.find((arg) => !arg.startsWith('-'))
    return script !== undefined && files.has(baseOf(script))
  }
  const [first = ''] = written.split(' ')
  return first.includes('/') && files.has(baseOf(first))
}

const OWN_HOST =
  /^(?:https?:\/\/)?(?!https?:)(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[\w-]+\.(?:local|test|localhost)|[\w-]+)(?=[:/]|$)(?!:9200\b)/i

/** `curl -X DELETE` to another machine, or to an index of Elasticsearch. */
export function deletesElsewhere({ program, args }: ShellStep): boolean {
  if (!/^(?:curl|http|https|xh|wget)$/.test(program)) return false
  const isDelete = args.some(
    (arg, at) =>
      /^(?:-\w*X|--request=|--method=)DELETE$/i.test(arg) ||
      (/^delete$/i.test(arg) && (at === 0 ? program !== 'curl' : /^-\w*X$|^--(?:request|method)$/.test(args[at - 1]!))),
  )
  return (
    isDelete && args.some((arg) => /[./]/.test(arg) && /^(?:https?:\/\/|[\w-]+[.:])/i.test(arg) && !OWN_HOST.test(arg))
  )
}
