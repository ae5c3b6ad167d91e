import { remembering } from '../../domain/sets.ts'
import { isNoPassword } from './placeholder.ts'
import { entropy, looksRandom, meanWordLength } from './secret-shapes.ts'

const PASSWORD =
  'pass(?:w(?:or[a-z]{0,2})?d|phrase|code)|(?:\\b|_)pwd|(?<![A-Za-z])(?:pass|pw)|_pass|_pw|(?:\\b|_)psk|passwort|contrase.a|mot de passe|\\bsenha|wachtwoord'
/** Session ids are not included: they are keys of the journal, not access keys. */
const SECRET =
  'secret|token|bearer|credentials?|(?:api|access|auth|account|private|encryption|signing|master|shared|subscription|service|client|activation|licen[cs]e)[_ .-]?key|connection[_-]?string'
/** Names with many other uses; their values must also look random. */
const WEAK =
  '(?:\\b|_|(?<=[a-z])(?=[A-Z]))(?:api|key|salt[0-9]?|nonce|auth(?:entication|orization)?|(?:oauth_)?signature)'
/** Suffixes that keep the meaning of the name, unlike those in `secretName` or `tokenCount`. */
const SUFFIX =
  '(?:[_ -]?(?:key|token|secret|base|value|data|string|production|prod|dev|staging|test|live|old|new|hash|valid|confirm(?:ation)?|[0-9]{1,3})){0,2}'
const STRONG_NAME = `(?:${PASSWORD}|${SECRET})${SUFFIX}`
const NAME = `(?<name>${STRONG_NAME})`
const EQUALS = '(?::=|=>|\\?\\?=|\\|\\|=|[!=]==?|[:=]|%3D)'
const OPERATOR = `(?<operator>\\s{0,4}${EQUALS}\\s{0,4})`
/** A type between the name and the value: \`password: String = "..."\`. */
const TYPE = '(?:\\s{0,2}:\\s{0,2}[A-Za-z][\\w<>?.]{0,24}(?=\\s{0,4}=))?'
const BARE_VALUE = '(?<value>[^\\s"\'`<>()\\[\\]{},;|&\\\\]{5,512})'

/** `name = "value"`, `"name": "value"`; the quotes may be escaped, as in JSON inside JSON. */
const QUOTED = new RegExp(
  `${NAME}\\\\{0,3}["'\`\\]]{0,2}${TYPE}${OPERATOR}[bru]?\\\\{0,3}(?:"{3}|'{3}|["'\`])(?<value>[^\\s"'\`\\\\]{4,512})\\\\{0,3}["'\`]`,
  'dgi',
)
/** The same for a name with many other uses. */
const QUOTED_WEAK = new RegExp(
  `(?<name>${WEAK}${SUFFIX})\\\\{0,3}["'\`\\]]{0,2}${TYPE}${OPERATOR}[bru]?\\\\{0,3}(?:"{3}|'{3}|["'\`])(?<value>[^\\s"'\`]{10,512})(?:["'\`]|$)`,
  'dgim',
)
/** `name=value`, `name: value`, and the same between the quotes of HTML. */
const BARE = new RegExp(`${NAME}["'\`\\]]{0,2}${OPERATOR}(?:&(?:quot|#39|apos);)?${BARE_VALUE}(?![\\w(\\[])`, 'dgi')
/** `--name value`, `--name "value"`, `-Name 'value'`. */
const FLAG = new RegExp(`(?<![\\w-])--?(?:[a-z0-9]{1,12}-){0,2}${NAME}[ =]{1,2}["'\`]?${BARE_VALUE}`, 'dgi')
/** On a line of its own: `  password: value`. There, a plain word is a password. */
const YAML_LINE =
  /^[ \t]{0,24}(?:- )?["']?[\w.-]{0,40}?(?<name>passw(?:or)?d|passphrase|pwd|\bpass)["']?[ \t]{0,2}(?<operator>[:=])[ \t]{1,4}(?<value>[^\s"'`<>()[\]{},;|&\\$]{3,128})[ \t]{0,4}(?:#[^\n]{0,120})?$/dgim

/** `password=word`, as in settings, queries and command lines; arguments of a call are after a bracket or a comma, and do not count. */
const WORD_VALUE =
  /(?<![\w(,.-]|,\s)[\w.-]{0,60}?(?<name>passw(?:or)?d|pwd|passphrase)(?<operator>=)(?<value>[a-z][a-z0-9_-]{3,60})(?![\w(.[,)])/dgi

/** A chain of names or a call: code, not a literal. */
const CODE = /^[A-Za-z_$][\w$]*(?:[.?:]{1,3}[A-Za-z_$][\w$]*){1,40}$|[()]$|:\/\//
/** Words with digits that describe a secret but are not one. */
const TERM =
  /^(?:sha-?\d{1,3}|md5|argon2(?:id|i|d)?|bcrypt\d?|scrypt|pbkdf2|base(?:32|58|62|64)(?:url)?|utf-?(?:8|16)|oauth-?2|u?int\d{1,2}|float\d{2}|varchar\d{0,4}|aes-?\d{3}(?:-[a-z]{3})?|[ehr]s\d{3}|ed25519|x509|v\d{1,4}(?:\.\d{1,4}){0,3}|\d{1,6}(?:ms|s|m|h|d|px|em|kb|mb|gb|%))$/i

const IS_PASSWORD = new RegExp(PASSWORD, 'i')
/** `pass` and `pw` also name tests that pass; alone, they need a strong password as the value. */
const IS_SHORT_NAME = /^(?:pass|pw)$/i
const SIGN = /[!@#$%^&*+?~]/
/** Every name of a secret contains one of these. */
const HINTS = /pass|pwd|pw|secret|token|credential|key|connection|authorization/i
const ANNOUNCES = new RegExp(`(?:${PASSWORD}|${SECRET}|\\bauthorization)${SUFFIX}$`, 'i')

interface Assignment {
  readonly name: string
  readonly value: string
  readonly operator: string
  readonly quoted: boolean
  /** The value is certainly a literal and not a variable: quoted, or given to `AN_ENVIRONMENT_NAME` or `password=`. */
  readonly literal: boolean
}

/** The ranges [start, end) of values that are assigned to the name of a secret and look like one. A pattern is skipped if the text lacks its signs: compiling all of these costs a short command more than all other rules together. */
export function assignedSecretRanges(text: string): [number, number][] {
  const assigns = /[:=]|%3D/.test(text)
  return [
    ...(assigns ? found(text, QUOTED, true, looksSecret) : []),
    ...(assigns ? found(text, BARE, false, looksSecret) : []),
    ...(/(?:^|\s)--?[\w-]{0,30}(?:pass|pwd|pw|secret|token|key|cred|bearer)/i.test(text)
      ? found(text, FLAG, true, looksSecret)
      : []),
    ...(assigns && /["'`]/.test(text) && /api|key|salt|nonce|auth|signature/i.test(text)
      ? found(text, QUOTED_WEAK, true, looksRandomly)
      : []),
    ...(/(?:pass\w{0,8}|pwd)["']?[ \t]{0,2}[:=][ \t]/i.test(text) ? found(text, YAML_LINE, false, isPasswordLine) : []),
    ...(/(?:d|phrase)=/i.test(text) ? found(text, WORD_VALUE, false, isWordValue) : []),
  ]
}

function found(
  text: string,
  pattern: RegExp,
  quoted: boolean,
  accepts: (assignment: Assignment) => boolean,
): [number, number][] {
  return [...text.matchAll(pattern)]
    .filter((match) => accepts(assignment(match, quoted)))
    .map((match) => match.indices!.groups!.value!)
}

/** Whether a field of an object holds a secret, judged by its name and its value together. */
export function isSecretField(name: string, value: string): boolean {
  return (
    value.length >= 4 &&
    announces(name) &&
    !/\s/.test(value) &&
    looksSecret({ name, value, operator: ':', quoted: true, literal: true })
  )
}

/** Cached: field names are few and recur. */
const announcing = remembering((name: string) => HINTS.test(name) && ANNOUNCES.test(name), 1_024)
const LONGEST_NAME = 80

function announces(name: string): boolean {
  return name.length > LONGEST_NAME ? ANNOUNCES.test(name) : announcing(name)
}

function assignment(match: RegExpMatchArray, quoted: boolean): Assignment {
  const { name = '', value = '', operator = '' } = match.groups!
  const environment = operator === '=' && (/^[A-Z0-9_]{1,80}$/.test(name) || IS_PASSWORD.test(name))
  return { name, value, operator, quoted, literal: quoted || environment }
}

/** A quoted password is any value except a word about passwords; an unquoted one needs a letter, and a digit or a sign that names do not have. Any other secret needs 8 characters, a letter, a digit and 3 bits of entropy. A possible variable must also not be made of words (`meanWordLength < 3.6`), because `token = tokenV2` is code. */
function looksSecret(given: Assignment): boolean {
  const { name, value, operator, literal } = given
  if (isNoPassword(value) || CODE.test(value) || TERM.test(value)) return false
  if (!literal && value.toLowerCase().endsWith(name.toLowerCase())) return false
  if (IS_PASSWORD.test(name)) return looksLikePassword(given)
  if (!/[a-z]/i.test(value)) return false
  if (given.quoted && value.length >= 6 && /[!@#$%^&*]/.test(value) && !/^[@#$%&*]|[{}]/.test(value)) return true
  if (given.quoted && /^[a-z]{24,}$/.test(value)) return entropy(value) >= 4
  if (value.length < 8 || !/[0-9]/.test(value) || entropy(value) < 3) return isBareWord(given)
  if (literal) return !isName(value)
  return value.length >= 10 && meanWordLength(value) < (operator === '=' ? 4.1 : 3.6)
}

function looksLikePassword({ name, value, operator, quoted, literal }: Assignment): boolean {
  const hasDigit = /[0-9]/.test(value)
  const hasLetter = /[a-z]/i.test(value)
  if (quoted && !/^[./~-]|\.$|^[a-z]+\.[a-z]/.test(value)) return hasLetter || value.length >= 4
  if (!hasLetter || !(hasDigit || SIGN.test(value))) return isEnvironmentWord({ name, value, operator })
  if (literal) return true
  if (IS_SHORT_NAME.test(name) && (/\s/.test(operator) || !isStrong(value))) return false
  return value.length >= 6 && (SIGN.test(value) || isStrong(value) || !/pass|pwd|user|form|field|hash/i.test(value))
}

/** `IRC_PASS=word`, `DB_PASSWORD=word`: in a settings file, any value of a password setting is a password. */
function isEnvironmentWord({ name, value, operator }: Pick<Assignment, 'name' | 'value' | 'operator'>): boolean {
  return operator === '=' && /^_|^[A-Z]*PASS(?:WORD|WD|PHRASE)/.test(name) && /^[a-z][a-z_-]{3,40}$/i.test(value)
}

/** `export SERVICE_API_KEY='someWordsTogether'`. */
function isBareWord({ name, value, quoted, operator }: Assignment): boolean {
  return quoted && operator === '=' && /^[A-Z0-9_]{1,80}$/.test(name) && /^[a-z]+(?:[A-Z][a-z]+){2,}$/.test(value)
}

/** A lower-case letter, a capital and a digit. */
function isStrong(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value)
}

function isWordValue({ value }: Assignment): boolean {
  return (
    !isNoPassword(value) && !TERM.test(value) && !/pass|pwd|secret|token|user|hash|conf|arg|param|value/i.test(value)
  )
}

function isPasswordLine({ name, value, operator }: Assignment): boolean {
  // Tests that pass use the same word.
  if (/^pass$/i.test(name) && (name !== 'pass' || !/^(?=.*[0-9])(?=.*[a-z])[^./]+$/i.test(value))) return false
  if (isNoPassword(value) || CODE.test(value) || TERM.test(value) || /^[./~]|[.:]$/.test(value)) return false
  return /[0-9!@#$%^&*]/.test(value) || ((operator === ':' || operator === '=') && /^[a-z][a-z_-]{2,60}$/.test(value))
}

function looksRandomly({ name, value }: Assignment): boolean {
  if (isNoPassword(value) || CODE.test(value) || TERM.test(value)) return false
  if (/salt|nonce/i.test(name)) return /[0-9]/.test(value) && !isName(value) && entropy(value) >= 2.2
  return looksRandom(value)
}

/** `my-app-tls-2024`, `src/auth/token-v2.ts`: words with separators, and perhaps a number. */
function isName(value: string): boolean {
  return (
    /[-_./:][a-z0-9]/.test(value) &&
    meanWordLength(value.replace(/[0-9]{1,8}/g, '')) >= 3 &&
    /^[a-z0-9-_./:@]*$/.test(value)
  )
}
