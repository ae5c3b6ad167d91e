import { entropy, meanWordLength } from './entropy.ts'
import { isPlaceholder } from './placeholder.ts'

const PASSWORD = 'pass(?:word|wd|phrase|code)|(?:\\b|_)pwd'
/** Ids of sessions are not among them: they are keys of the journal, not keys to a door. */
const SECRET =
  'secret|token|credentials?|(?:api|access|auth|account|private|encryption|signing|master|shared|subscription|service)[_-]?key|connection[_-]?string'
/** What may follow without turning the name into that of something else, as in `secretName` or `tokenCount`. */
const SUFFIX =
  '(?:[_-]?(?:key|token|secret|base|value|data|string|production|prod|dev|staging|test|live|old|new|hash|[0-9]{1,3})){0,3}'
const NAME = `(?<name>(?:${PASSWORD}|${SECRET})${SUFFIX})`
const OPERATOR = '(?<operator>\\s{0,4}(?::=|=>|\\?\\?=|\\|\\|=|[:=])\\s{0,4})'
const BARE_VALUE = '(?<value>[^\\s"\'`<>()\\[\\]{},;|&\\\\]{6,512})'

/** `name = "value"`, `"name": "value"`; the quotes may be escaped, as in JSON inside JSON. */
const QUOTED = new RegExp(
  `${NAME}\\\\{0,3}["'\`\\]]{0,2}${OPERATOR}\\\\{0,3}["'\`](?<value>[^\\s"'\`\\\\]{6,512})\\\\{0,3}["'\`]`,
  'dgi',
)
/** `name=value`, `name: value`. */
const BARE = new RegExp(`${NAME}["'\`\\]]{0,2}${OPERATOR}${BARE_VALUE}(?![\\w(\\[])`, 'dgi')
/** `--name value`, `--name "value"`. */
const FLAG = new RegExp(`--(?:[a-z]{1,12}-){0,2}${NAME}[ =]{1,2}["'\`]?${BARE_VALUE}`, 'dgi')

/** A chain of names or a call: code, not a literal. */
const CODE = /^[A-Za-z_$][\w$]*(?:[.?:]{1,3}[A-Za-z_$][\w$]*){1,40}$|[()]$|:\/\//
/** Words with digits that describe a secret instead of being one. */
const TERM =
  /^(?:sha-?\d{1,3}|md5|argon2(?:id|i|d)?|bcrypt\d?|scrypt|pbkdf2|base(?:32|58|62|64)(?:url)?|utf-?(?:8|16)|oauth-?2|u?int\d{1,2}|float\d{2}|varchar\d{0,4}|aes-?\d{3}(?:-[a-z]{3})?|[ehr]s\d{3}|ed25519|x509|v\d{1,4}(?:\.\d{1,4}){0,3})$/i

const IS_PASSWORD = new RegExp(PASSWORD, 'i')
/** Every name that announces a secret holds one of these. */
const HINTS = /pass|pwd|secret|token|credential|key|connection|authorization/i
const ANNOUNCES = new RegExp(`(?:${PASSWORD}|${SECRET}|\\bauthorization)${SUFFIX}$`, 'i')

interface Assignment {
  readonly name: string
  readonly value: string
  /** The value is certainly a literal and not a variable: quoted, or given to `AN_ENVIRONMENT_NAME` or `password=`. */
  readonly literal: boolean
}

/**
 * Where values stand that are assigned to the name of a secret and look like one, each as [start, end). A form of which no sign stands in the
 * text is not tried: making these patterns ready costs a command that lives for a moment more than all other rules together.
 */
export function assignedSecretRanges(text: string): [number, number][] {
  const forms: RegExp[] = /[:=]/.test(text) ? [QUOTED, BARE] : []
  if (text.includes('--')) forms.push(FLAG)
  return forms.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter((match) => looksSecret(assignment(match, pattern !== BARE)))
      .map((match) => match.indices!.groups!.value!),
  )
}

/** Whether a field of an object holds a secret, judged by its name and its value together. */
export function isSecretField(name: string, value: string): boolean {
  return (
    value.length >= 6 && announces(name) && !/\s/.test(value) && looksSecret({ name, value, literal: true })
  )
}

/** Names of fields are few and come again and again. */
const ANNOUNCING = new Map<string, boolean>()
const MOST_NAMES = 1_024
const LONGEST_NAME = 80

function announces(name: string): boolean {
  const known = ANNOUNCING.get(name)
  if (known !== undefined) return known
  if (name.length > LONGEST_NAME) return ANNOUNCES.test(name)
  if (ANNOUNCING.size >= MOST_NAMES) ANNOUNCING.clear()
  const isAnnounced = HINTS.test(name) && ANNOUNCES.test(name)
  ANNOUNCING.set(name, isAnnounced)
  return isAnnounced
}

function assignment(match: RegExpMatchArray, quoted: boolean): Assignment {
  const { name = '', value = '', operator } = match.groups!
  const environment = operator === '=' && (/^[A-Z0-9_]{1,80}$/.test(name) || IS_PASSWORD.test(name))
  return { name, value, literal: quoted || environment }
}

/**
 * A literal password needs a letter, and a digit or a sign that names do not have. Any other secret needs 8 characters,
 * a letter, a digit and 3 bits of entropy. What may be a variable must also not be made of words
 * (`meanWordLength < 3.6`), because `token = tokenV2` is code.
 */
function looksSecret({ name, value, literal }: Assignment): boolean {
  if (isPlaceholder(value) || CODE.test(value) || TERM.test(value) || !/[a-z]/i.test(value)) return false
  if (literal && IS_PASSWORD.test(name)) return /[0-9!@#$%^&*+?]/.test(value)
  if (value.length < 8 || !/[0-9]/.test(value) || entropy(value) < 3) return false
  return literal ? !isName(value) : value.length >= 10 && meanWordLength(value) < 3.6
}

/** `my-app-tls-2024`, `src/auth/token-v2.ts`: words with separators, and perhaps a number after them. */
function isName(value: string): boolean {
  return (
    /[-_./:]/.test(value) &&
    meanWordLength(value.replace(/[0-9]{1,8}/g, '')) >= 3 &&
    /^[a-z0-9-_./:@]*$/.test(value)
  )
}
