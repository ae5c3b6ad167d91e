import { closing, endOf } from './shell-brackets.ts'

/** A word of a command, without quotes and escapes. `literal` is false if a shell would still replace a part of it. */
export interface CommandWord {
  readonly text: string
  readonly literal: boolean
}

/** A program with its arguments, as a shell would start it. */
export interface SimpleCommand {
  readonly words: readonly CommandWord[]
  /** Its input, if the text itself contains it (`<<EOF`, `<<<`). */
  readonly input?: string
  readonly piped: boolean
  readonly redirects?: readonly Redirect[]
  /** It is nested too deeply to be read. */
  readonly isUnread?: true
  /** How many substitutions it is nested in; absent for the text itself. */
  readonly depth?: number
  /** Its word names a function, whose body follows: `f() {`. */
  readonly defines?: true
}

/** A file that a redirection opens: `< a` reads it, `> a`, `>> a` and `&> a` write it. */
export interface Redirect extends CommandWord {
  readonly writes: boolean
}

const DEEPEST = 12

/**
 * Every command that a shell text would run, in the order in which they begin: on both sides of `;`, `&&`, `||`, `|`, `&` and line ends, in groups, and in
 * `$(…)`, backticks and `<(…)`, also within double quotes. Comments, redirections and the bodies of here-documents do not count.
 *
 * The text is only read: nothing is expanded, looked up or run. `cd x && git push # later` gives `cd x` and `git push`.
 */
export function simpleCommands(text: string, depth = 0): SimpleCommand[] {
  if (depth > DEEPEST) return [{ words: [{ text: '', literal: false }], piped: false, isUnread: true }]
  return new CommandReader(text, depth).all()
}

/** Most characters are decided without a regular expression. */
function isBlank(char: string): boolean {
  return char === ' ' || ((char < '!' || char > '~') && /\s/.test(char))
}

const BRACES = /\{[^\s{}]*[,.]/y

/** One pass over the text. The first character of a piece decides its kind. */
class CommandReader {
  readonly #text: string
  readonly #depth: number
  readonly #found: SimpleCommand[] = []
  #at = 0
  #words: CommandWord[] = []
  #word = ''
  #inWord = false
  #literal = true
  #quoted = false
  #input: string | undefined
  #piped = false
  #redirects: Redirect[] = []
  #hereDocuments: { readonly mark: string; readonly isQuoted: boolean }[] = []
  #lineBegins = 0
  #defines = false

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  all(): SimpleCommand[] {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at]!)
    this.#endCommand(false)
    return this.#found
  }

  #step(char: string): void {
    if (char === '\n') this.#endLine()
    else if (isBlank(char) || this.#text.startsWith('&>', this.#at)) this.#blank()
    else if (char === '#' && !this.#inWord) this.#at = endOf('\n', this.#text, this.#at)
    else if (char === '<' || char === '>') this.#redirect(char)
    else if (';&|()'.includes(char)) this.#separate(char)
    else this.#piece(char)
  }

  /** One piece of a word: quoted, escaped, substituted or plain. */
  #piece(char: string): void {
    this.#inWord = true
    if (char === "'") this.#singleQuoted()
    else if (char === '"') this.#doubleQuoted()
    else if (char === '\\') this.#escaped()
    else if (char === '$' || char === '`') this.#expansion(true)
    else this.#plain(char)
  }

  #plain(char: string): void {
    if ('*?[~'.includes(char) || (char === '{' && this.#opensBraces())) this.#literal = false
    this.#take(1)
  }

  #blank(): void {
    this.#at += 1
    this.#endWord()
  }

  #singleQuoted(): void {
    const end = endOf("'", this.#text, this.#at + 1)
    this.#word += this.#text.slice(this.#at + 1, end)
    this.#quoted = true
    this.#at = end + 1
  }

  #doubleQuoted(): void {
    this.#quoted = true
    this.#at += 1
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const char = this.#text[this.#at]!
      if (char === '\\') this.#escapedInQuotes()
      else if (char === '$' || char === '`') this.#expansion(false)
      else this.#take(1)
    }
    this.#at += 1
  }

  #escaped(): void {
    const next = this.#text[this.#at + 1]
    if (next === undefined) this.#word += '\\'
    else if (next !== '\n') this.#word += next
    else if (this.#word === '' && !this.#quoted) this.#inWord = false
    this.#at += 2
  }

  #escapedInQuotes(): void {
    const next = this.#text[this.#at + 1] ?? ''
    if ('"\\$`'.includes(next)) this.#word += next
    else if (next !== '\n') this.#word += `\\${next}`
    this.#at += 2
  }

  /** `$(…)` and backticks run commands of their own; `$name` and `${…}` only stand for something unknown. */
  #expansion(plain: boolean): void {
    const start = this.#text.slice(this.#at, this.#at + 2)
    if (plain && start === "$'") this.#ansiQuoted()
    else if (plain && start === '$"') this.#at += 1
    else if (start === '$(') this.#substitution(this.#at + 2, closing(this.#text, this.#at + 2, '()'))
    else if (start[0] === '`') this.#substitution(this.#at + 1, endOf('`', this.#text, this.#at + 1, true))
    else if (start === '${') this.#parameter()
    else this.#variable()
  }

  #parameter(): void {
    const end = closing(this.#text, this.#at + 2, '{}')
    this.#nest(substitutionsIn(this.#text.slice(this.#at + 2, end)))
    this.#literal = false
    this.#take(end + 1 - this.#at)
  }

  /** A dollar sign without a name is a literal character. */
  #variable(): void {
    const [name] = /^\$[A-Za-z0-9_@*#?!$-]+/.exec(this.#text.slice(this.#at, this.#at + 200)) ?? []
    if (name !== undefined) this.#literal = false
    this.#take(name?.length ?? 1)
  }

  #take(length: number): void {
    this.#word += this.#text.slice(this.#at, this.#at + length)
    this.#at += length
  }

  #substitution(from: number, end: number): void {
    this.#literal = false
    this.#nest(this.#text.slice(from, end))
    this.#take(end + 1 - this.#at)
  }

  #nest(text: string): void {
    this.#found.push(...simpleCommands(text, this.#depth + 1))
  }

  #ansiQuoted(): void {
    const end = endOf("'", this.#text, this.#at + 2, true)
    this.#word += unescapeAnsi(this.#text.slice(this.#at + 2, end))
    this.#quoted = true
    this.#at = end + 1
  }

  /** `{a,b}` and `{1..3}` become several words; a lone `{` opens a group. */
  #opensBraces(): boolean {
    BRACES.lastIndex = this.#at
    return BRACES.test(this.#text)
  }

  #redirect(char: string): void {
    if (this.#text[this.#at + 1] === '(') this.#processSubstitution()
    else this.#redirection(char)
  }

  #redirection(char: string): void {
    if (!this.#quoted && /^\d+$/.test(this.#word)) this.#dropWord()
    this.#endWord()
    const [sign] = /^(?:<<<|<<-?|<[&>]?|>>|>[&|]?)/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [char]
    this.#at += sign.length
    const { isQuoted, ...target } = this.#target()
    if (sign === '<<<') this.#input = target.text
    else if (sign.startsWith('<<')) this.#hereDocuments.push({ mark: target.text, isQuoted })
    else if (!sign.endsWith('&') || !/^\d*-?$/.test(target.text))
      this.#redirects.push({ ...target, writes: sign !== '<' && sign !== '<&' })
  }

  #processSubstitution(): void {
    this.#inWord = true
    this.#substitution(this.#at + 2, closing(this.#text, this.#at + 2, '()'))
  }

  /** The word after a redirection. Its substitutions still run. */
  #target(): CommandWord & { readonly isQuoted: boolean } {
    while (/[ \t]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    while (this.#at < this.#text.length && !/[\s;&|()<>]/.test(this.#text[this.#at]!))
      this.#piece(this.#text[this.#at]!)
    const target = { text: this.#word, literal: this.#literal, isQuoted: this.#quoted }
    this.#dropWord()
    return target
  }

  #separate(char: string): void {
    if (char === '(' && this.#inWord && /^[A-Za-z_]\w*\+?=$/.test(this.#word)) {
      this.#array()
      return
    }
    if (char === '(' && this.#words.length + Number(this.#inWord) === 1)
      this.#defines = /^\([ \t]*\)/.test(this.#text.slice(this.#at, this.#at + 20))
    const [sign] = /^(?:&&|\|\||\|&|;;?&?|.)/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [char]
    this.#at += sign.length
    this.#endCommand(sign === '|' || sign === '|&')
  }

  /** `a=(b c)` has the same words as a loop, so it is read as `for a in b c`. */
  #array(): void {
    const name = this.#word.slice(0, -1)
    const end = closing(this.#text, this.#at + 1, '()')
    const inner = simpleCommands(this.#text.slice(this.#at + 1, end), this.#depth + 1)
    const isItem = ({ depth }: SimpleCommand) => depth === undefined || depth === this.#depth + 1
    this.#found.push(...inner.filter((command) => !isItem(command)))
    const plain = ['for', name, 'in'].map((text) => ({ text, literal: true }))
    this.#words = [...plain, ...inner.filter(isItem).flatMap(({ words }) => words)]
    this.#dropWord()
    this.#at = end + 1
    this.#endCommand(false)
  }

  #endLine(): void {
    this.#at += 1
    this.#endWord()
    this.#endCommand(false)
    const bodies = this.#hereDocuments.splice(0).map(({ mark, isQuoted }) => {
      const body = this.#hereDocument(mark)
      // A shell runs the substitutions of a body, unless the mark is quoted.
      if (!isQuoted && /\$\(|`/.test(body)) this.#nest(substitutionsIn(body))
      return body
    })
    if (bodies.length > 0) this.#giveToLine(bodies.join(''))
    this.#lineBegins = this.#found.length
  }

  /** All commands of the line get a here-document; which of them reads it is not determined. */
  #giveToLine(input: string): void {
    const line = this.#found.splice(this.#lineBegins)
    this.#found.push(...line.map((command) => ({ ...command, input: command.input ?? input })))
  }

  /** The lines up to the mark; without one, the rest of the text. */
  #hereDocument(mark: string): string {
    const from = this.#at
    while (this.#at < this.#text.length) {
      const start = this.#at
      const end = endOf('\n', this.#text, start)
      this.#at = end + 1
      if (this.#text.slice(start, end).replace(/^\t+/, '') === mark) return this.#text.slice(from, start)
    }
    return this.#text.slice(from)
  }

  #endWord(): void {
    if (this.#inWord) this.#words.push({ text: this.#word, literal: this.#literal })
    this.#dropWord()
  }

  #dropWord(): void {
    this.#word = ''
    this.#inWord = false
    this.#literal = true
    this.#quoted = false
  }

  #endCommand(pipesOn: boolean): void {
    this.#endWord()
    if (this.#words.length > 0 || this.#redirects.length > 0)
      this.#found.push({
        words: this.#words,
        piped: this.#piped,
        input: this.#input,
        redirects: this.#redirects.length === 0 ? undefined : this.#redirects,
        depth: this.#depth === 0 ? undefined : this.#depth,
        defines: this.#defines || undefined,
      })
    this.#words = []
    this.#redirects = []
    this.#input = undefined
    this.#defines = false
    this.#piped = pipesOn
  }
}

/** The commands inside `${name:-$(…)}`, each on a line of its own. */
function substitutionsIn(text: string): string {
  return [...text.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? '').join('\n')
}

const ANSI: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', e: '\x1b' }

function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))/gs,
    (_, hex, unicode, octal, other) => {
      if (other !== undefined) return ANSI[other] ?? other
      return String.fromCharCode((hex ?? unicode) ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8))
    },
  )
}
