import { CREDENTIAL_COMMANDS, CREDENTIAL_FILES, KEY_USERS, LOOKS_AT_NAMES, READS_FOLDERS } from './credential-files.ts'
import { UNKNOWN } from './globs.ts'
import { codeIn, pathsInCode } from './inline-code.ts'
import { mountsOf } from './inner-steps.ts'
import { isUnder, type PathSegments, type Place, segmentsOf, shownPath } from './path-segments.ts'
import { pipedNames } from './piped-names.ts'
import { isTemporary, ProtectedPaths } from './protected-paths.ts'
import type { ShellStep } from './shell-steps.ts'
import { fitsVerbs, type VerbPattern, verbPattern } from './verb-patterns.ts'
import { CREDENTIAL_SIGN, pathsOf } from './word-paths.ts'

/** Credentials that a step would read: the rule, and what it is about. */
export interface Reach {
  readonly rule: string
  readonly detail: string
}

const FILES = new ProtectedPaths(CREDENTIAL_FILES)

/** The credentials that a path reaches when it is read; with `isDeep`, everything below it is read as well. */
export function credentialAt(path: PathSegments, isDeep: boolean, place: Place): Reach | undefined {
  // An unknown first segment does not affect the names after it.
  const segments = path[0] === UNKNOWN ? path.slice(1) : path
  if (path.length > 1 && !CREDENTIAL_SIGN.test(segments.join('/')) && !isDeep) return undefined
  const found = FILES.find(path, isDeep)
  if (found === undefined) return undefined
  if (found.as === 'above') {
    // If the project is the home folder itself, searching it is normal work.
    const root = place.root === undefined ? [] : segmentsOf(place.root, [UNKNOWN], place)
    if (root.length === path.length && isUnder(root, path)) return undefined
    return { rule: 'home-folder', detail: shownPath(path) }
  }
  const { rule } = found.entry
  if (rule === 'private-key-files' && isFixture(path, place)) return undefined
  if (rule === 'env-files' && path.at(-1) === UNKNOWN) return undefined
  return { rule, detail: shownPath(path) }
}

const FIXTURE =
  /^(?:tests?|__tests__|spec|specs|fixtures?|__fixtures__|testdata|test-data|examples?|mocks?|node_modules|vendor|site-packages)$/i

/** Keys in test folders are fixtures and give no access. */
function isFixture(path: PathSegments, place: Place): boolean {
  const { root } = place
  const isElsewhere = root === undefined || !isUnder(path, segmentsOf(root, [UNKNOWN], place))
  return (isElsewhere && isTemporary(path)) || path.some((part) => FIXTURE.test(part))
}

/** Addresses at which a cloud machine gets its own credentials. */
const METADATA = /169\.254\.169\.254|metadata\.google\.internal/
const FETCHES = /^(?:curl|wget|http|xh)$/

let printers: readonly (readonly [VerbPattern, string])[] | undefined

/** Every credential that a step reads or copies. */
export function credentialsRead(step: ShellStep, place: Place): Reach[] {
  printers ??= CREDENTIAL_COMMANDS.map(([words, rule]) => [verbPattern(words), rule] as const)
  const found: Reach[] = []
  for (const [pattern, rule] of printers)
    if (fitsVerbs(pattern, step.program, step.args))
      found.push({ rule, detail: `${step.program} ${step.args.join(' ')}`.slice(0, 80) })
  for (const { is } of mountsOf(step, { place })) {
    const reach = credentialAt(is, true, place)
    if (reach?.rule === 'home-folder') found.push(reach)
  }
  if (FETCHES.test(step.program) && step.args.some((arg) => METADATA.test(arg)))
    found.push({ rule: 'cloud-credentials', detail: 'the metadata of a cloud machine' })
  const isDeep = readsFolders(step)
  for (const text of readFrom(step, isDeep)) {
    for (const path of pathsOf(text, step, place)) {
      const reach = credentialAt(path, isDeep, place)
      if (reach !== undefined) found.push(reach)
    }
  }
  for (const code of codeIn(step))
    for (const path of pathsInCode(code)) {
      const reach = credentialAt(segmentsOf(path, [UNKNOWN], place), false, place)
      if (reach !== undefined && reach.rule !== 'home-folder') found.push(reach)
    }
  return found
}

function readsFolders({ program, args }: ShellStep): boolean {
  const by = READS_FOLDERS[program]
  return by === true || (by !== undefined && args.some((arg) => by.test(arg)))
}

/** Programs whose first word is a pattern or a script, not a file. */
const FIRST_IS_PATTERN = /^(?:grep|egrep|fgrep|zgrep|rg|ag|ack|sed|gsed|awk|gawk|mawk|jq|yq|perl|ruby)$/

/** The words that may name an input of the step. */
function readFrom(step: ShellStep, isDeep: boolean): string[] {
  const { program, args, redirects } = step
  const opened = redirects.filter(({ writes }) => !writes).map(({ text }) => text)
  const producer = isFedOn(step) ? pipedNames(step.feeder) : []
  if (LOOKS_AT_NAMES.has(program)) return opened
  if (program === 'git') return [...opened, ...readByGit(args)]
  const user = KEY_USERS[program]
  if (user === true) return opened
  // A folder that the program changes to is not an input.
  const words = args.filter(
    (arg, at) =>
      !user?.test(args[at - 1] ?? '') &&
      !user?.test(arg.split('=')[0]!) &&
      !(isDeep && /^(?:-C|--directory)$/.test(args[at - 1] ?? '')),
  )
  const operands = FIRST_IS_PATTERN.test(program) ? withoutPattern(words) : words
  return [...opened, ...producer, ...operands]
}

const GIT_VALUED = /^(?:-[cC]|--git-dir|--work-tree|--config|--exec-path)$/

/** Most Git verbs name files without showing them; some read a message from a file. */
function readByGit(args: readonly string[]): readonly string[] {
  const own = args.filter((arg, at) => !GIT_VALUED.test(args[at - 1] ?? '') && !/^(?:-c.|--config=)/.test(arg))
  const verb = own.find((arg) => !arg.startsWith('-')) ?? ''
  if (!/^(?:commit|tag|notes|config|check-ignore|rm|log|blame)$/.test(verb)) return own
  if (!/^(?:commit|tag|notes|config|blame)$/.test(verb)) return []
  return own.flatMap((arg, at) => {
    if (/^(?:-\w*[Fft]|--file|--template|--contents)$/.test(own[at - 1] ?? '')) return [arg]
    return /^(?:--(?:file|template|contents)=|-F)(.+)$/.exec(arg)?.[1] ?? []
  })
}

/** The pipe supplies the names: `find … | cpio -o`, `… | tar -T -`, `… | zip x -@`. */
function isFedOn({ program, args, feeder }: ShellStep): boolean {
  if (feeder === undefined || !/^(?:find|fd|ls|echo|printf|locate)$/.test(feeder.program)) return false
  return program === 'cpio' || args.some((arg) => /^(?:-T|--files-from|-@$)/.test(arg))
}

function withoutPattern(words: readonly string[]): string[] {
  if (words.some((word) => /^(?:-e|-f|--regexp|--expression|--file)/.test(word))) return [...words]
  const at = words.findIndex((word) => !word.startsWith('-'))
  return words.filter((_, index) => index !== at)
}
