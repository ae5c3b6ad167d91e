import type { PathSegments } from './path-segments.ts'

/** A step, with its input as far as the text shows it. */
interface Printing {
  readonly program: string
  readonly args: readonly string[]
  readonly input?: string
  readonly feeder?: Printing | undefined
}

/** The output of a step, if the text shows it: `echo x`, `printf x`, a here-document, or one of them decoded. */
export function printedText(step: Printing | undefined): string | undefined {
  if (step === undefined) return undefined
  const { program, args, input, feeder } = step
  if (program === 'echo') {
    const words = args.filter((arg) => !/^-[neE]+$/.test(arg)).join(' ')
    return args.some((arg) => /^-\w*e/.test(arg)) ? unescaped(words) : words
  }
  if (program === 'printf') return formatted(args.filter((arg) => arg !== '--'))
  if (!/^(?:cat|tee|base64|base32|xxd|openssl|rev|tr|sponge)$/.test(program)) return undefined
  const text = input ?? printedText(feeder)
  if (text === undefined || program === 'cat' || program === 'tee' || program === 'sponge') return text
  if (program === 'rev')
    return text
      .split('\n')
      .map((line) => [...line].reverse().join(''))
      .join('\n')
  if (program === 'xxd') return args.some((arg) => /^-\w*r/.test(arg)) ? fromHex(text) : undefined
  return isDecoder(step) && program !== 'tr' && program !== 'base32' ? fromBase64(text) : undefined
}

/** Whether a step decodes a text that nobody can read before it runs. */
export function isDecoder({ program, args }: Printing): boolean {
  if (/^(?:gunzip|zcat|xzcat|bzcat|unxz|uudecode|base58|rot13|uncompress)$/.test(program)) return true
  if (/^(?:base64|base32|gzip|xz|bzip2|zstd|gpg2?|openssl|age|sops)$/.test(program))
    return args.some((arg) => /^(?:-[a-zA-Z]*[dD]|--decode|--decrypt|--decompress)$/.test(arg))
  return program === 'tr'
    ? args.some((arg) => /-z/i.test(arg))
    : program === 'xxd' && args.some((arg) => /^-\w*r/.test(arg))
}

/** Whether the input of a step was decoded on its way. */
export function readsDecoded(step: Printing | undefined): boolean {
  for (let from = step; from !== undefined; from = from.feeder) if (isDecoder(from)) return true
  return false
}

/** The decoded text of base64 or hexadecimal. */
export function decodedText(text: string): string | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text) : fromBase64(text)
}

/** The decoded base64 argument of PowerShell. */
export function decoded(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-e(?:n|nc|nco\w*)?$/i.test(arg))
  return at === -1 ? undefined : fromBase64(args[at + 1] ?? '')
}

function fromBase64(text: string): string | undefined {
  const letters = text.replace(/\s/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(letters)) return undefined
  const plain = Buffer.from(letters, 'base64')
  // PowerShell encodes a letter in two bytes.
  return plain[1] === 0 ? plain.toString('utf16le') : plain.toString('utf8')
}

function fromHex(text: string): string {
  return Buffer.from(text.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8')
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{3})|([ntr]))/g, (_, hex, octal, sign) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(hex ?? octal, hex === undefined ? 8 : 16)) : SIGNS[sign]!,
  )
}

/** The output of `printf` for a format and its values. */
export function formatted([format = '', ...values]: readonly string[]): string {
  let at = 0
  return unescaped(format).replace(/%[sbq]/g, () => values[at++] ?? '')
}

/** The recipes of a makefile, and the commands that its variables run. */
export function recipesIn(text: string): string {
  const recipes = text.split('\n').filter((line) => line.startsWith('\t') || /^\S[^#]*:[^=]*;/.test(line))
  const shells = [...text.matchAll(/\$\(shell\s+([^()]*)\)|!=\s*(.+)/g)].map(([, a, b]) => a ?? b)
  return [...recipes.map((line) => line.replace(/^(?:\t|.*?;)\s*[@+-]*/, '')), ...shells].join('\n')
}

export function scriptsIn(manifest: string): string {
  const found = [...manifest.matchAll(/"[\w:.-]+"\s*:\s*"((?:[^"\\]|\\.)*)"/g)]
  return found.map(([, text]) => text!.replaceAll('\\"', '"')).join('\n')
}

/** A path that stands for another one: where a folder was moved to, or mounted in a container. */
export interface Alias {
  readonly at: PathSegments
  readonly is: PathSegments
}
