import { SHELLS } from '../shell/program-launchers.ts'
import { programName } from '../shell/started-programs.ts'
import { UNKNOWN } from './globs.ts'
import { isUnder, type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import type { ShellStep } from './shell-steps.ts'

/** Folders that only an administrator or a package manager writes. */
const SYSTEM = /^(?:usr|lib\w*|opt|nix|system|library)$/i

/** The rules about code that a variable or a setting loads into other programs, and about variables that silence a client. */
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
  // A library is no text: it may only come from where others put it.
  if (/PRELOAD|AUDIT|INSERT/.test(name))
    return value !== '' && !value.split(/[\s:]+/).every((path) => isSystem(segmentsOf(path, cwd, place)))
      ? ['injected-code']
      : []
  if (name !== '') return isOutside(value) || /^[<=]\(/.test(value) ? ['injected-code'] : []
  const shell = settingIn(args, /^script-shell$/)
  if (shell !== undefined && !SHELLS.test(programName(shell)) && program !== 'git') return ['injected-code']
  const included =
    program === 'git'
      ? settingIn(
          args,
          /^(?:include(?:if\..*)?\.path|init\.templatedir|core\.(?:hookspath|attributesfile))$/i,
        )
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
