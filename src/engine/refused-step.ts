import { commandsOf } from './adapter-of.ts'
import type { CommandWord } from './command-line.ts'
import { CREDENTIAL_COMMANDS, CREDENTIAL_FILES, KEY_USERS, KILLERS_BY_NAME } from './credential-places.ts'
import { type Started, startedBy } from './started-programs.ts'

/** Most steps have none of these in them, and need not be read. */
const SIGNS =
  /pkill|killall|security|gcloud|\.ssh|\.aws|netrc|git-credentials|pgpass|\.gnupg|chrome|chromium|brave|edge|firefox|mozilla|safari/i

/** What a redirection reads is no word of a command: `cat < ~/.ssh/id_rsa`. */
const READ_FROM = /<\s*["']?([^\s"'<>|;&()]+)/g

/**
 * Why no agent takes a step by itself, whatever it is for: it reaches for what proves who somebody is, or it ends processes by
 * their name. Undefined for every other.
 *
 * A command is read as text, as deep as its programs can be told: `bash -c "cat ~/.ssh/id_rsa"` reads a key, `git commit -m "not
 * ~/.ssh/id_rsa"` and `ssh -i ~/.ssh/id_rsa host` do not. Whoever hides a name from the text passes: a seat belt, no lock.
 */
export function refusedStep(step: {
  readonly command?: string | readonly string[] | undefined
  readonly files?: readonly string[] | undefined
}): string | undefined {
  const { command, files = [] } = step
  const file = credentialIn(files)
  if (file !== undefined) return reaches(file)
  const text = typeof command === 'string' ? command : (command?.join(' ') ?? '')
  if (!SIGNS.test(text)) return undefined
  const read = credentialIn(Array.from(text.matchAll(READ_FROM), ([, path]) => path!))
  if (read !== undefined) return reaches(read)
  for (const started of startedBy(commandsOf(command))) {
    const why = refusedProgram(started)
    if (why !== undefined) return why
  }
  return undefined
}

function refusedProgram({ program, args }: Started): string | undefined {
  if (KILLERS_BY_NAME.some((name) => name === program))
    return `${program} ends whatever has that name, also what somebody else started. Ending one process by its id passes: kill ID`
  const known = CREDENTIAL_COMMANDS.find(
    ({ program: name, words }) =>
      name === program && words.every((word) => args.some(({ text }) => text === word)),
  )
  const what = known?.what ?? credentialIn(wordsRead(program, args))
  return what === undefined ? undefined : reaches(what)
}

/** The words that a program may read from. The key that `ssh` logs in with stays where it is. */
function wordsRead(program: string | undefined, args: readonly CommandWord[]): string[] {
  const usesKeys = KEY_USERS.some((name) => name === program)
  return args
    .filter((_, at) => !(usesKeys && (program === 'ssh-add' || args[at - 1]?.text === '-i')))
    .map(({ text }) => text)
}

function credentialIn(paths: readonly string[]): string | undefined {
  const plain = paths.map((path) => path.replaceAll('\\', '/'))
  return CREDENTIAL_FILES.find(({ path }) => plain.some((one) => path.test(one)))?.what
}

function reaches(what: string): string {
  return `it reaches for ${what}, which no agent needs to see. A person can look, and say what is needed of it`
}
