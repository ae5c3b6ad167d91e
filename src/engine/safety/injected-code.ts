import { SHELLS } from '../shell/program-launchers.ts'
import { programName } from '../shell/started-programs.ts'
import { UNKNOWN } from './globs.ts'
import { isUnder, type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import type { ShellStep } from './shell-steps.ts'
import { asksForHelp, isDryRun } from './verb-patterns.ts'

/** Folders that only an administrator or a package manager writes to. */
const SYSTEM = /^(?:usr|lib\w*|opt|nix|system|library)$/i

/** The rules about code that a variable or a setting loads into other programs, and about variables that make a client silent. */
export function loadedCode(step: ShellStep, place: Place): string[] {
  const { program, args, cwd } = step
  const isOutside = (value: string) =>
    value
      .split(/[\s:=,]+/)
      .filter((part) => /[/\\~]/.test(part))
      .some((part) => isForeign(segmentsOf(part, cwd, place), place))
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(program === 'export' ? (args[0] ?? '') : '') ?? []
  if (/^(?:OPENCODE|KILO)_/.test(name)) return /allow/.test(value) ? ['unprompted-agents'] : []
  if (/^(?:COPILOT_ALLOW_ALL|GOOSE_MODE)$/.test(name))
    return /^(?:1|true|auto)$/i.test(value) ? ['unprompted-agents'] : []
  // A binary library cannot be read as text, so it must come from a system folder.
  if (/PRELOAD|AUDIT|INSERT/.test(name))
    return value !== '' && !value.split(/[\s:]+/).every((path) => isSystem(segmentsOf(path, cwd, place)))
      ? ['injected-code']
      : []
  if (name !== '') return isOutside(value) || /^[<=]\(/.test(value) ? ['injected-code'] : []
  const shell = settingIn(args, /^script-shell$/)
  if (shell !== undefined && !SHELLS.test(programName(shell)) && program !== 'git') return ['injected-code']
  const included =
    program === 'git'
      ? settingIn(args, /^(?:include(?:if\..*)?\.path|init\.templatedir|core\.(?:hookspath|attributesfile))$/i)
      : undefined
  return included !== undefined && included !== '/dev/null' && isOutside(included) ? ['injected-code'] : []
}

/** The value of a setting: `--name=value`, `-c name=value`, `config set name value`. */
function settingIn(args: readonly string[], wanted: RegExp): string | undefined {
  for (const [at, arg] of args.entries()) {
    const [name = '', ...value] = arg.replace(/^--|^-c(?=.)/, '').split('=')
    if (wanted.test(name)) return value.length > 0 ? value.join('=') : args[at + 1]
  }
  return undefined
}

function isSystem([first, second = '']: PathSegments): boolean {
  return first === '/' && SYSTEM.test(second)
}

function isForeign(path: PathSegments, place: Place): boolean {
  const { root } = place
  const isOwn = root !== undefined && isUnder(path, segmentsOf(root, [UNKNOWN], place))
  return path[0] !== UNKNOWN && !isOwn && !isSystem(path)
}

/** `print(os.environ['X'])`, `console.log(process.env.X)`, `puts ENV["X"]`: prints the value itself, not whether it is set. */
const PRINTS_VARIABLE =
  /(?:\bprint|\blog|\bputs|\becho|\bsay|\bwrite|\bp)\s{0,4}\(?\s{0,4}(?:os\.|process\.)?(?:environ|getenv|env|ENV|\$ENV|Deno\.env)(?:\.get)?[.[({]{1,2}["']?([A-Z][A-Z0-9_]{1,80})["']?[\])}]?\s{0,4}(?:[),;]|$)/g

export function printedVariables(code: string): string[] {
  return [...code.matchAll(PRINTS_VARIABLE)].map(([, name]) => name!)
}

const DEPLOY_SCRIPT = /(?:^|[\\/])(?:deploy|publish|release-to|rollout)[\w.-]*\.(?:sh|bash|py|js|mjs|ts|rb|ps1)$/i

/** A script whose name says that it deploys, started by itself or by an interpreter. */
export function runsDeployScript({ program, args, written }: ShellStep): boolean {
  if (isDryRun('sh', args) || asksForHelp(args)) return false
  const [first = ''] = written.split(' ')
  if (first.includes('/') && DEPLOY_SCRIPT.test(first)) return true
  if (!/^(?:sh|bash|zsh|dash|python[\d.]*|node|ruby|pwsh|tsx|bun|deno)$/.test(program)) return false
  const script = args.find((arg) => !arg.startsWith('-'))
  return script !== undefined && !/\s/.test(script) && DEPLOY_SCRIPT.test(script)
}
