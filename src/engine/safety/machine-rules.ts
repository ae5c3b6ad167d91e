import { UNKNOWN } from './globs.ts'
import { printedVariables, runsDeployScript } from './injected-code.ts'
import { codeIn, readsCode } from './inline-code.ts'
import { isUnder, type Place, segmentsOf } from './path-segments.ts'
import { isTemporary } from './protected-paths.ts'
import type { ShellStep } from './shell-steps.ts'
import { pathsOf } from './word-paths.ts'

/** Rules about this machine that need more than the words of a program. */
export function machineRules(step: ShellStep, place: Place): string[] {
  return [
    ...(overwritesDisk(step) ? ['disk-overwrite'] : []),
    ...(opensToAll(step, place) ? ['broad-permissions'] : []),
    ...(killsByName(step) ? ['kill-by-name'] : []),
    ...(/deploy|publish|release-to|rollout/i.test(step.written) && runsDeployScript(step) ? ['deploy'] : []),
    ...(printsToken(step) ? ['token-variables'] : []),
    ...(appliesUnasked(step) ? ['infrastructure-destroy'] : []),
  ]
}

const DISK = /^\/dev\/(?:sd|hd|vd|xvd|nvme|disk|rdisk|mapper\/|md|mmcblk|mem|kmem)/

function overwritesDisk({ program, args, redirects, isRemote }: ShellStep): boolean {
  if (isRemote && program !== 'dd') return false
  if (program === 'dd') return args.some((arg) => arg.startsWith('of=') && DISK.test(arg.slice(3)))
  if (redirects.some(({ text, writes }) => writes && DISK.test(text))) return true
  return /^(?:cp|tee|cat|badblocks)$/.test(program) && DISK.test(args.at(-1) ?? '')
}

function opensToAll(step: ShellStep, place: Place): boolean {
  const { program, args, isRemote } = step
  if (!/^(?:chmod|chown|chgrp|icacls|takeown)$/.test(program) || isRemote) return false
  if (program === 'icacls' || program === 'takeown') return args.some((arg) => /^\/[tr]$/i.test(arg))
  const [mode = '', ...targets] = args.filter((arg) => !arg.startsWith('-'))
  // A program that anybody can run as its owner.
  if (program === 'chmod' && /^(?:[ugoa]*[+=][rwx]*s|[2467]\d{3})/.test(mode)) return true
  if (!args.some((arg) => /^-[a-zA-Z]*R|^--recursive/.test(arg))) return false
  if (program === 'chmod' && /^(?:0?777|a[+=]rwx|ugo[+=]rwx|o[+=]rwx|a[+=]w|o[+=]w)$/.test(mode)) return true
  const root = segmentsOf(place.root ?? UNKNOWN, [UNKNOWN], place)
  return targets.some((text) =>
    pathsOf(text, step, place)
      .slice(0, 1)
      .some((path) => path[0] !== UNKNOWN && !isUnder(path, root) && !isTemporary(path)),
  )
}

/** `kill $(pgrep x)`, `pgrep x | xargs kill`, `kill -9 -1`. */
function killsByName({ program, args, written, feeder }: ShellStep): boolean {
  if (program !== 'kill') return false
  if (/(?:\$\(|`)\s*(?:pgrep|pidof)\b/.test(written) || args.slice(1).includes('-1')) return true
  return feeder !== undefined && /^(?:pgrep|pidof)$/.test(feeder.program)
}

const TOKEN_NAME =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?)(?:_[A-Z0-9]+)?$|^(?:PGPASSWORD|MYSQL_PWD)$/
const TOKEN_SHOWN = /\$\{?([A-Z][A-Z0-9_]*)\}?(?![:\w])/g

/** Printing a variable that holds a token. Sending one as a header is its normal use. */
function printsToken(step: ShellStep): boolean {
  const { program, args, written, feeder, redirects } = step
  if (redirects.some(({ text }) => /^\/proc\/[^/]+\/environ$/.test(text))) return true
  if (/^\/proc\/[^/]+\/environ$/.test(args.at(-1) ?? '') && program !== 'ls') return true
  if (program === 'printenv' || (/^(?:declare|typeset)$/.test(program) && args.includes('-p')))
    return args.some((arg) => TOKEN_NAME.test(arg))
  if (readsCode(program))
    return codeIn(step).some(
      (code) => /env/i.test(code) && printedVariables(code).some((name) => TOKEN_NAME.test(name)),
    )
  if (/^(?:grep|rg|egrep)$/.test(program) && /^(?:env|printenv|set|export|declare)$/.test(feeder?.program ?? ''))
    return (
      args.some((arg) => /token|secret|password|passwd|api_?key|credential/i.test(arg)) &&
      !args.some((arg) => /^-\w*[qc]/.test(arg))
    )
  if (program === 'curl' || program === 'nc' || program === 'wget')
    return /^(?:env|printenv|set)$/.test(feeder?.program ?? '')
  if (program !== 'echo' && program !== 'printf') return false
  if (redirects.length > 0) return false
  return [...written.matchAll(TOKEN_SHOWN)].some(([, name]) => TOKEN_NAME.test(name!))
}

/** `yes | terraform apply` answers the question by itself. */
function appliesUnasked({ program, args, feeder }: ShellStep): boolean {
  if (
    !/^(?:terraform|tofu|pulumi|terragrunt|cdk)$/.test(program) ||
    !args.some((arg) => /^(?:apply|up|deploy)$/.test(arg))
  )
    return false
  return (
    feeder?.program === 'yes' || (/^(?:echo|printf)$/.test(feeder?.program ?? '') && /^y/i.test(feeder?.args[0] ?? ''))
  )
}

/** A function that starts itself twice. */
export function isForkBomb(text: string): boolean {
  return /([\w:]{1,40})\s?\(\)\s?\{\s?\1\s?\|\s?\1\s?&/.test(text)
}
